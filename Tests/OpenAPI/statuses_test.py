"""Checks schemathesis.toml against openapi.json: an operation with preconditions may answer 412 to any request."""

import json
import pathlib
import tomllib
import unittest

HERE = pathlib.Path(__file__).parent
CHECKS = ("positive_data_acceptance", "negative_data_rejection")


def tested_operations():
    """What schemathesis.toml says about each operation: a list of blocks for each operationId."""
    blocks = {}
    for block in tomllib.loads((HERE / "schemathesis.toml").read_text())["operations"]:
        ids = block["include-operation-id"]
        for operation in [ids] if isinstance(ids, str) else ids:
            blocks.setdefault(operation, []).append(block)
    return blocks


class Statuses(unittest.TestCase):
    def test_operations_with_preconditions_may_answer_412(self):
        blocks = tested_operations()
        document = json.loads((HERE / "openapi.json").read_text())
        methods = [method for path in document["paths"].values() for method in path.items()]
        operations = [o for name, o in methods if name != "parameters"]
        conditional = [o["operationId"] for o in operations if "412" in o["responses"]]
        self.assertGreater(len(conditional), 40)
        for operation in conditional:
            said = blocks.get(operation, [])
            if any(block.get("enabled") is False for block in said):
                continue
            for check in CHECKS:
                lists = [b["checks"][check]["expected-statuses"] for b in said if check in b.get("checks", {})]
                self.assertIn("412", sum(lists, []), f"{operation}: add it to a block of schemathesis.toml with 412")


if __name__ == "__main__":
    unittest.main()
