"""Compares the schemas of `marquee schema` with the shipped files and with the mistakes of authors.

usage: check.py MARQUEE
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from jsonschema import Draft7Validator, FormatChecker

ROOT = pathlib.Path(__file__).resolve().parents[2]
MISTAKES = ROOT / "Tests/ScreensTests/Mistakes"
EXCEPTIONS = json.loads((ROOT / "Tests/ScreenSchemasTests/NotExpressible.json").read_text())
SCHEMAS = {
    "_types": "view-type",
    "_formats": "format",
    "_previews": "preview",
    "_groups": "group",
    "_guards": "guard",
    "_scenarios": "scenario",
    "_endpoints": "endpoint",
    "_translations": "translation",
    "_languages.json": "languages",
    "_links.json": "links",
}


def validators(marquee, folder):
    """The validator of each kind of documents of a folder of screens."""
    # Mistakes in view types are reported on standard error, and left out.
    subprocess.run([marquee, "schema", "--screens", folder], check=True, capture_output=True)
    found = {}
    for file in (folder / ".schema").iterdir():
        schema = json.loads(file.read_text())
        Draft7Validator.check_schema(schema)
        found[file.stem] = Draft7Validator(schema, format_checker=FormatChecker())
    return found


def is_accepted(file, path, found):
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return found[SCHEMAS.get(path.parts[0], "definition")].is_valid(document)


def codes(findings):
    """The codes of the findings beside a mistake: the second word of the first line of each."""
    return {block.split()[1] for block in findings.split("\n\n") if block.strip()}


def check_shipped(marquee, work):
    folder = work / "shipped"
    shutil.copytree(ROOT / "screens", folder)
    found = validators(marquee, folder)
    files = [file for file in folder.rglob("*.json") if ".schema" not in file.parts]
    wrong = [f"{file} is refused" for file in files if not is_accepted(file, file.relative_to(folder), found)]
    return len(files), wrong


def check_subject(marquee, work, subject):
    folder = work / subject.name
    for name in ("_types", "_formats"):
        shutil.copytree(ROOT / "screens" / name, folder / name)
    mistakes = sorted(subject.rglob("*.json"))
    for file in mistakes:
        copy = folder / file.relative_to(subject)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    found = validators(marquee, folder)
    wrong = []
    for file in mistakes:
        path = file.relative_to(subject)
        accepted = is_accepted(file, path, found)
        known = codes(file.with_suffix(".txt").read_text())
        name = f"{subject.name}/{path.as_posix()}"
        if not known or name in EXCEPTIONS["files"]:
            if not accepted:
                wrong.append(f"{name} is refused")
        elif not known <= EXCEPTIONS["codes"].keys() and accepted:
            wrong.append(f"{name} is accepted: {', '.join(sorted(known))}")
    return len(mistakes), wrong


def main(marquee):
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        results = [check_shipped(marquee, work)]
        # Files of releases stand in no folder of screens.
        for subject in sorted(MISTAKES.iterdir()):
            if subject.name != "releases":
                results.append(check_subject(marquee, work, subject))
    wrong = [line for _, lines in results for line in lines]
    for line in wrong:
        print(line)
    print(f"{sum(count for count, _ in results)} files checked, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
