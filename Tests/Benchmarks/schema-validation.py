"""Validates the documents that marquee-benchmarks has written with PyPI's jsonschema-rs.

usage: schema-validation.py FOLDER SAMPLES
Prints {"median": seconds}, of the thread's processor time.
"""

import json
import sys
import time
from pathlib import Path
from statistics import median

import jsonschema_rs


def measure(validator, instance, samples, batch=50):
    times = []
    for _ in range(samples + samples // 5):
        start = time.thread_time()
        for _ in range(batch):
            validator.is_valid(instance)
        times.append((time.thread_time() - start) / batch)
    # The first fifth is for warming up.
    return median(times[samples // 5:])


folder, samples = Path(sys.argv[1]), int(sys.argv[2])
schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
instance = json.loads((folder / "instance.json").read_text(encoding="utf-8"))
validator = jsonschema_rs.validator_for(schema, validate_formats=True)
if not validator.is_valid(instance):
    sys.exit("jsonschema-rs finds the instance invalid")
broken = json.loads(json.dumps(instance))
broken["items"][-1]["content"] = {"unknown": 1}
if validator.is_valid(broken):
    sys.exit("jsonschema-rs finds a broken instance valid")
print(json.dumps({"median": measure(validator, instance, samples)}))
