"""The resources that a process has used, from the kernel."""

import ctypes
import os
import time

_libc = ctypes.CDLL(None, use_errno=True)


class ProcessMeter:
    def __init__(self, pid):
        self.pid = pid
        clock = ctypes.c_int()
        # clock_getcpuclockid(3): nanoseconds of all threads, including ended ones.
        # The ticks in /proc/PID/stat are 10 ms.
        error = _libc.clock_getcpuclockid(ctypes.c_int(pid), ctypes.byref(clock))
        if error:
            raise OSError(error, os.strerror(error))
        self._clock = clock.value

    def processor_seconds(self):
        return time.clock_gettime(self._clock)

    def processor_seconds_until_idle(self, pause=0.5):
        """Waits until the process is nearly idle, and returns the processor time that it used."""
        began = last = self.processor_seconds()
        while True:
            time.sleep(pause)
            now = self.processor_seconds()
            if now - last < pause / 100:
                return now - began
            last = now

    def user_and_system_ticks(self):
        """The times in user mode and in the kernel. Their resolution is low: use only their ratio."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return int(fields[11]), int(fields[12])

    def resident_bytes(self):
        # The sum over the mappings. VmRSS of /proc/PID/status leaves out counts that other cores have not flushed yet.
        with open(f"/proc/{self.pid}/smaps_rollup") as file:
            for line in file:
                if line.startswith("Rss:"):
                    return int(line.split()[1]) * 1024
        raise OSError("smaps_rollup has no Rss")
