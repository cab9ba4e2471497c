"""What a process has used, as the kernel counts it."""

import ctypes
import os
import time

_libc = ctypes.CDLL(None, use_errno=True)


class ProcessMeter:
    def __init__(self, pid):
        self.pid = pid
        clock = ctypes.c_int()
        # clock_getcpuclockid(3): nanoseconds of all threads, those that have ended included.
        # The ticks in /proc/PID/stat are 10 ms.
        error = _libc.clock_getcpuclockid(ctypes.c_int(pid), ctypes.byref(clock))
        if error:
            raise OSError(error, os.strerror(error))
        self._clock = clock.value

    def processor_seconds(self):
        return time.clock_gettime(self._clock)

    def user_and_system_ticks(self):
        """Only good for the share of each."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return int(fields[11]), int(fields[12])

    def resident_bytes(self):
        # The sum over the mappings; VmRSS of /proc/PID/status may lag behind by what other cores have not told.
        with open(f"/proc/{self.pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Rss:"):
                    return int(line.split()[1]) * 1024
        raise OSError("smaps_rollup has no Rss")
