"""Runs jobs of workflows as GitHub's runner does, as far as the action and the workflows of the articles need it."""
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess

import files

TIMEOUT = 180
# A string, or a name such as steps.plan.outputs.key, with `()` for a function.
WORD = re.compile(r"'(?:[^']|'')*'|[A-Za-z_][\w.-]*(?:\(\))?")


class Runner:
    """A machine that runs jobs one after another. Its cache stays from job to job, and its folders have spaces."""

    def __init__(self, folder, program, repository):
        self.folder = folder
        self.repository = repository
        self.cache = {}
        self.docker_log = folder / "docker.log"
        tools = folder / "tools"
        tools.mkdir()
        self.tools = tools
        docker = tools / "docker"
        # The image's build is tested by .ci/image. This program is only asked for what the action needs of Docker.
        docker.write_text(f"""#!/usr/bin/env bash
set -euo pipefail
printf '%s\\n' "$*" >>'{self.docker_log}'
case "$1" in
  build) [ -f "${{@: -1}}/Package.swift" ] && [ "$4" = --file ] && [ -f "$5" ] ;;
  create) [ "$2" != missing ] && echo container ;;
  cp) [ "$2" = container:/usr/local/bin/marquee ] && cp '{program}' "$3" ;;
  rm) [ "$2" = container ] ;;
  *) exit 1 ;;
esac
""")
        docker.chmod(0o755)
        self.path = f"{tools}:{os.environ['PATH']}"

    def docker_commands(self):
        return self.docker_log.read_text().splitlines() if self.docker_log.exists() else []

    def job(self, base=""):
        return Job(self, base)

    def run_workflow(self, workflow, contexts):
        """Runs the jobs of a workflow whose conditions hold, and returns them by their names."""
        jobs = {}
        for name, description in workflow["jobs"].items():
            if evaluate(str(description.get("if", "success()")), contexts, False):
                job = self.job()
                for variable, value in workflow.get("env", {}).items():
                    job.environment[variable] = expand(value, contexts)
                jobs[name] = job.run_steps(description["steps"], contexts)
        return jobs


class Job:
    """A job with an empty folder for temporary files, and a checkout of the repository."""

    def __init__(self, runner, base):
        self.runner = runner
        self.temp = runner.folder / "runner temp"
        self.workspace = runner.folder / "work space"
        for folder in (self.temp, self.workspace):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        self.base = base
        self.log = ""
        self.summary = ""
        self.artifacts = {}
        self.has_failed = False
        self.has_succeeded = False
        self.saved = []
        self.environment = {}

    def checkout(self, depth=0):
        shallow = ["--depth", "1"] if depth else []
        subprocess.run(["git", "clone", "--quiet", *shallow, f"file://{self.runner.repository}", str(self.workspace)], check=True)

    def run_steps(self, steps, contexts=None):
        """Runs the steps of a job. Afterwards, all caches are saved and processes are ended, as the runner does."""
        contexts = {"github.event.pull_request.base.sha": self.base} | (contexts or {})
        for step in steps:
            self.run_step(step, contexts)
        self.end()
        return self

    def end(self):
        if not self.has_failed:
            for key, folder in self.saved:
                copy = self.runner.folder / "cache" / key
                shutil.copytree(folder, copy)
                self.runner.cache[key] = copy
        self.saved = []
        for file in self.temp.glob("marquee/server/pid"):
            try:
                process = os.pidfd_open(int(file.read_text()))
            except ProcessLookupError:
                continue
            signal.pidfd_send_signal(process, signal.SIGKILL)
            # A descriptor of a process is readable once the process has ended.
            select.select([process], [], [], TIMEOUT)
            os.close(process)

    def run_step(self, step, contexts):
        condition = str(step.get("if", "success()"))
        if not re.search(r"(always|success)\(\)", condition):
            condition = f"success() && ({condition})"
        if not evaluate(condition, contexts, self.has_failed):
            return
        given = {name: expand(value, contexts) for name, value in step.get("with", {}).items()}
        used = step.get("uses", "").partition("@")[0]
        outputs = {}
        if "run" in step:
            environment = {name: expand(value, contexts) for name, value in step.get("env", {}).items()}
            outputs = self.run_script(step["run"], self.environment | environment, step.get("shell"))
        elif used == "actions/checkout":
            self.checkout(depth=int(given.get("fetch-depth", 1)))
        elif used == "actions/cache":
            outputs = self.restore(given["key"], pathlib.Path(given["path"]))
        elif used == "actions/upload-artifact":
            self.artifacts[given["name"]] = pathlib.Path(given["path"]).read_text()
        elif used == files.LOCAL:
            outputs = self.run_action(given)
        else:
            raise AssertionError(f"no such action: {step}")
        for name, value in outputs.items():
            contexts[f"steps.{step.get('id', '')}.outputs.{name}"] = value

    def restore(self, key, folder):
        if key in self.runner.cache:
            shutil.copytree(self.runner.cache[key], folder, dirs_exist_ok=True)
            return {"cache-hit": "true"}
        self.saved.append((key, folder))
        return {"cache-hit": ""}

    def run_action(self, given):
        """Runs the steps of the action, and returns its outputs."""
        metadata = files.action()
        unknown = set(given) - set(metadata["inputs"])
        assert not unknown, f"the action has no inputs {unknown}"
        contexts = {"github.event.pull_request.base.sha": self.base}
        for name, value in metadata["inputs"].items():
            assert name in given or not value.get("required"), f"the input {name} is missing"
            contexts[f"inputs.{name}"] = given.get(name, expand(value.get("default", ""), contexts))
        # A step of an action knows whether an earlier one of the same action has failed.
        failed_before, self.has_failed = self.has_failed, False
        for step in metadata["runs"]["steps"]:
            self.run_step(step, contexts)
        self.has_succeeded = not self.has_failed
        self.has_failed = self.has_failed or failed_before
        return {name: expand(value["value"], contexts) for name, value in metadata["outputs"].items()}

    def run_script(self, script, environment, shell):
        # Only a step that names the shell gets `pipefail`.
        options = {None: ["-e"], "bash": ["--noprofile", "--norc", "-eo", "pipefail"]}[shell]
        output = self.temp / "output"
        summary = self.temp / "summary"
        for file in (output, summary):
            file.write_text("")
        place = self.temp / "script.sh"
        place.write_text(script)
        fixed = {
            "PATH": self.runner.path, "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8", "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_ACTION_PATH": str(files.ACTION), "GITHUB_REPOSITORY": "owner/app",
        }
        # The pipe ends when every process that has it has ended, so a server that keeps it makes this run out of time.
        done = subprocess.run(
            ["bash", *options, str(place)], cwd=self.workspace, env=fixed | environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT, text=True)
        self.log += done.stdout
        self.summary += summary.read_text()
        self.has_failed = self.has_failed or done.returncode != 0
        return parsed_outputs(output.read_text())


def parsed_outputs(text):
    """Reads a file of outputs: `NAME=VALUE`, or `NAME<<MARK` to `MARK`."""
    outputs, lines = {}, iter(text.split("\n"))
    for line in lines:
        if not line:
            continue
        # The first of both separators counts: a value can have the other one.
        name, separator, mark = re.match(r"([^=<]*)(=|<<|)(.*)", line).groups()
        assert separator, f"no output: {line}"
        if separator == "=":
            outputs[name] = mark
            continue
        value = []
        for line in lines:
            if line == mark:
                break
            value.append(line)
        else:
            raise AssertionError(f"the output {name} has no end")
        outputs[name] = "\n".join(value)
    return outputs


def expand(value, contexts):
    """A text with the values of its expressions."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: str(evaluate(match[1], contexts, False)), str(value))


def evaluate(expression, contexts, has_failed):
    functions = {"always()": True, "success()": not has_failed}

    def literal(match):
        word = match[0]
        if word.startswith("'"):
            return repr(word[1:-1].replace("''", "'"))
        if word in functions:
            return repr(functions[word])
        assert not word.endswith("()"), f"no such function: {word}"
        # GitHub, too, takes a name without a value for an empty text.
        return repr(contexts.get(word, ""))

    return eval(WORD.sub(literal, expression.strip()).replace("&&", " and ").replace("||", " or "), {"__builtins__": {}})
