"""Reads the action and the workflows of the articles.

usage: files.py FOLDER    writes a repository with them, for actionlint and others
"""
import pathlib
import shutil
import sys

from ruamel.yaml import YAML

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
ACTION = PACKAGE / ".github/actions/marquee"
ARTICLES = PACKAGE / "Sources/MarqueeServer/MarqueeServer.docc"
ARTICLE = ARTICLES / "UseTheGitHubAction.md"
PREVIEW_ARTICLE = ARTICLES / "PreviewPullRequests.md"
REMOTE = "OWNER/marquee/.github/actions/marquee@main"
LOCAL = "./.github/actions/marquee"
YAML_12 = YAML(typ="safe", pure=True)


def action():
    return YAML_12.load((ACTION / "action.yml").read_text())


def workflow_text(article=ARTICLE):
    """The workflow of an article, with the action of this repository."""
    _, _, rest = article.read_text().partition("```yaml\n")
    text, fence, _ = rest.partition("\n```")
    assert fence and REMOTE in text, f"{article} has no workflow with {REMOTE}"
    return text.replace(REMOTE, LOCAL) + "\n"


def workflow(article=ARTICLE):
    return YAML_12.load(workflow_text(article))


def scripts(workflow):
    """The scripts of a workflow, each with the first line by which shellcheck knows its shell."""
    for name, job in workflow["jobs"].items():
        for index, step in enumerate(job["steps"]):
            if "run" in step:
                yield f"{name}-{index}", "#!/usr/bin/env bash\n" + step["run"].rstrip("\n") + "\n"


def steps_as_workflow():
    """The steps of the action as a workflow, because actionlint does not look into steps of actions."""
    metadata = action()
    inputs = {name: {"type": "string", "required": bool(value.get("required"))}
              for name, value in metadata["inputs"].items()}
    # The expressions of outputs and defaults, each in a step of its own.
    outputs = [{"run": 'echo "$OUTPUT"', "env": {"OUTPUT": value["value"]}} for value in metadata["outputs"].values()]
    defaults = [{"run": 'echo "$DEFAULT"', "env": {"DEFAULT": value["default"]}}
                for value in metadata["inputs"].values() if "${{" in value.get("default", "")]
    return {
        "name": "The steps of the action",
        "on": {"workflow_call": {"inputs": inputs}},
        "permissions": {},
        "jobs": {"action": {"runs-on": "ubuntu-24.04", "steps": defaults + metadata["runs"]["steps"] + outputs}},
    }


def write(folder):
    workflows = folder / ".github/workflows"
    workflows.mkdir(parents=True)
    shutil.copytree(ACTION, folder / LOCAL)
    (folder / "scripts").mkdir()
    for name, article in (("screens", ARTICLE), ("preview", PREVIEW_ARTICLE)):
        (workflows / f"{name}.yml").write_text(workflow_text(article))
        for script, text in scripts(workflow(article)):
            (folder / "scripts" / f"{name}-{script}").write_text(text)
    with open(workflows / "steps.yml", "w") as file:
        YAML().dump(steps_as_workflow(), file)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
