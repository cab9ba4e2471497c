"""A repository with screens, and a runner for its jobs."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import files
from runner import Runner

PROGRAM = os.environ["MARQUEE"]


class RepositoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="marquee action ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.repository = self.folder / "repository"
        shutil.copytree(files.PACKAGE / "screens", self.repository / "screens")
        tests = self.repository / "ui-tests"
        tests.write_text('#!/bin/sh\ncurl --silent --show-error --fail "$SCREENS_URL/screens/home?user=42"\n')
        tests.chmod(0o755)
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "uploadpack.allowAnySHA1InWant", "true")
        self.base = self.commit()
        self.runner = Runner(self.folder, PROGRAM, self.repository)
        self.jobs = []
        self.addCleanup(lambda: [job.end() for job in self.jobs])

    def git(self, *arguments):
        done = subprocess.run(
            ["git", "-c", "user.name=Test", "-c", "user.email=test@localhost", "-C", str(self.repository), *arguments],
            check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change screens")
        return self.git("rev-parse", "HEAD")

    def write(self, path, text):
        (self.repository / path).parent.mkdir(parents=True, exist_ok=True)
        (self.repository / path).write_text(text)
        return self.commit()
