"""The action and the workflow of its article, with the built program in MARQUEE."""
import json
import pathlib
import shutil
import socket
import unittest
import urllib.request

import files
from repository import PROGRAM, RepositoryTest

MISTAKE = """{
  "screenName": "Offer",
  "items": [
    { "id": "dish", "viewType": "THREE_LINE_TEXT", "content": { "text1": "Noodles" } }
  ]
}
"""


class ActionTest(RepositoryTest):
    def job(self, depth=0):
        job = self.runner.job(self.base)
        job.checkout(depth)
        self.jobs.append(job)
        return job

    def use(self, job, **given):
        """Uses the action with the built program. Returns its outputs, and whether it succeeded."""
        outputs = job.run_action({"program": PROGRAM} | {name.replace("_", "-"): value for name, value in given.items()})
        return outputs, job.has_succeeded

    def article(self, name):
        job = self.runner.job(self.base)
        self.jobs.append(job)
        return job.run_steps(files.workflow()["jobs"][name]["steps"])

    # The workflow of the article

    def test_the_jobs_of_the_article_succeed(self):
        job = self.article("check")
        self.assertFalse(job.has_failed, job.log)
        self.assertNotIn("::error", job.log)
        count = len(list((files.PACKAGE / "screens").rglob("*.json")))
        self.assertIn(f"Screens: {count} files, all valid", job.summary)
        self.assertIn("View types: 0 of 8 incompatible", job.summary)

        job = self.article("ui-tests")
        self.assertFalse(job.has_failed, job.log)
        self.assertIn("viewItems", job.log)
        self.assertIn("The server has ended.", job.log)
        entries = json.loads(job.artifacts["requests"])["log"]["entries"]
        self.assertEqual(len(entries), 1)
        self.assertIn("/screens/home?user=42", entries[0]["request"]["url"])
        # The first job has built the program once, and the second one takes it from the cache.
        self.assertEqual([line.split()[0] for line in self.runner.docker_commands()], ["build", "create", "cp", "rm"])

    def test_a_mistake_fails_the_job_of_the_article_at_its_line(self):
        self.write("screens/offer.json", MISTAKE)
        job = self.article("check")
        self.assertTrue(job.has_failed)
        # The article shows this line.
        line = '::error file=screens/offer.json,line=4,col=33::unknown view type "THREE_LINE_TEXT"; did you mean TWO_LINE_TEXT?'
        self.assertIn(line, job.log.splitlines())
        self.assertIn(line, files.ARTICLE.read_text().splitlines())
        self.assertIn("Screens: 1 error in 1 file", job.summary)

    def test_failed_ui_tests_leave_their_requests_and_no_server(self):
        self.write("ui-tests", '#!/bin/sh\ncurl --silent "$SCREENS_URL/screens/menu"; exit 1\n')
        job = self.article("ui-tests")
        self.assertTrue(job.has_failed)
        self.assertIn("/screens/menu", job.artifacts["requests"])
        self.assertIn("The server has ended.", job.log)

    # Where the program comes from

    def test_an_image_is_taken_and_not_built(self):
        job = self.job()
        for _ in range(2):
            job.run_action({"command": "validate", "image": "registry.example/marquee:1"})
            self.assertTrue(job.has_succeeded, job.log)
        self.assertEqual([line.split()[0] for line in self.runner.docker_commands()], ["create", "cp", "rm"])
        self.assertEqual(self.runner.docker_commands()[0], "create registry.example/marquee:1")
        job.run_action({"command": "validate", "image": "missing"})
        self.assertFalse(job.has_succeeded)
        self.assertIn("docker cannot get the image missing:", job.log)

    def test_a_program_that_is_none_is_named(self):
        job = self.job()
        _, succeeded = self.use(job, command="validate", program="screens/home.json")
        self.assertFalse(succeeded)
        self.assertIn("::error title=Marquee::the input program is no program: screens/home.json", job.log)

    def test_an_unknown_command_is_named(self):
        job = self.job()
        _, succeeded = self.use(job, command="sevre")
        self.assertFalse(succeeded)
        self.assertIn('unknown command "sevre"', job.log)

    # validate

    def test_validate_writes_the_same_report_twice(self):
        self.write("my screens/offer.json", MISTAKE)
        for name in ("_types", "_formats"):
            shutil.copytree(self.repository / "screens" / name, self.repository / "my screens" / name)
        self.commit()
        job = self.job()
        for _ in range(2):
            outputs, succeeded = self.use(job, command="validate", screens="my screens")
            self.assertFalse(succeeded)
            result, = json.loads(pathlib.Path(outputs["report"]).read_text())["runs"][0]["results"]
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual(place["artifactLocation"]["uri"], "my%20screens/offer.json")
            self.assertEqual(place["region"], {"startLine": 4, "startColumn": 33})
        self.assertEqual(job.log.count("::error file=my screens/offer.json,line=4,col=33::"), 2)
        self.assertEqual(job.summary.count("### Screens: 1 error in 1 file"), 2)

    def test_validate_checks_releases(self):
        self.write("releases.json", '{"ios/1.0.0": {"viewTypes": ["ONE_LINE_TEXT"]}}')
        job = self.job()
        _, succeeded = self.use(job, command="validate", releases="releases.json")
        self.assertFalse(succeeded)
        self.assertIn("the release ios/1.0.0 would show nothing", job.log)
        _, succeeded = self.use(job, command="validate", releases="releases.json", gate="maybe")
        self.assertFalse(succeeded)
        self.assertIn("::error title=Marquee::marquee validate:", job.log)

    def test_a_folder_that_is_not_there_is_named(self):
        job = self.job()
        _, succeeded = self.use(job, command="validate", screens="nowhere")
        self.assertFalse(succeeded)
        self.assertIn("there is no file or folder nowhere", job.log)

    def test_texts_of_a_file_neither_end_the_summary_nor_begin_a_command(self):
        self.write("screens/offer.json", MISTAKE.replace("THREE_LINE_TEXT", "`````\\n::warning::x"))
        job = self.job()
        _, succeeded = self.use(job, command="validate")
        self.assertFalse(succeeded)
        self.assertFalse([line for line in job.log.splitlines() if line.lstrip().startswith("::warning")])
        self.assertEqual(job.summary.splitlines().count("``````"), 2, job.summary)

    def test_no_input_is_run(self):
        texts = ['$(touch "$GITHUB_WORKSPACE/ran")', '"; touch ran; "', "'; touch ran; '", "--help", "a\n::warning::b"]
        for name in ("screens", "releases", "gate", "base", "for", "port", "program", "image", "command"):
            for text in texts:
                with self.subTest(name=name, text=text):
                    job = self.job()
                    command = "compat" if name in ("base", "for") else "serve" if name == "port" else "validate"
                    given = {"command": command, "base": "HEAD", name: text}
                    if name == "image":
                        given["program"] = ""
                    # Docker's stand-in takes any name of an image but this kind.
                    expected = name == "image" and not text.startswith("-")
                    _, succeeded = self.use(job, **given)
                    self.assertEqual(succeeded, expected, job.log)
                    self.assertFalse((job.workspace / "ran").exists())
                    self.assertNotIn("\n::warning::", job.log)
                    job.end()

    # compat

    def change_a_type(self):
        path = "screens/_types/ONE_IMAGE.json"
        text = (self.repository / path).read_text()
        return self.write(path, text.replace('"required": [\n', '"required": [\n    "alt",\n'))

    def test_compat_reports_a_breaking_change(self):
        self.change_a_type()
        job = self.job()
        for base in (self.base, "HEAD~1"):
            outputs, succeeded = self.use(job, command="compat", base=base)
            self.assertFalse(succeeded)
            report = pathlib.Path(outputs["report"]).read_text()
            self.assertIn(f"View types: 1 of 8 incompatible with {base}", report)
            self.assertIn("old: base:screens/_types/ONE_IMAGE.json", report)
            self.assertIn(report, job.summary)
        self.assertIn("::error file=screens/_types/ONE_IMAGE.json,line=", job.log)
        _, succeeded = self.use(job, command="compat", **{"for": "apps"})
        self.assertTrue(succeeded, job.log)

    def test_compat_fetches_a_base_that_the_checkout_lacks(self):
        self.git("branch", "release")
        self.change_a_type()
        for base in (self.base, "release"):
            job = self.job(depth=1)
            _, succeeded = self.use(job, command="compat", base=base)
            self.assertFalse(succeeded)
            self.assertIn("View types: 1 of 8 incompatible", job.log)

    def test_compat_lists_removed_types_and_accepts_new_ones(self):
        (self.repository / "screens/_types/BViewType.json").rename(self.repository / "screens/_types/NEW.json")
        self.commit()
        job = self.job()
        outputs, succeeded = self.use(job, command="compat")
        self.assertTrue(succeeded, job.log)
        self.assertIn("screens/_types/BViewType.json: removed", pathlib.Path(outputs["report"]).read_text())

    def test_compat_accepts_a_folder_that_is_new(self):
        (self.repository / "screens").rename(self.repository / "new screens")
        self.commit()
        job = self.job()
        _, succeeded = self.use(job, command="compat", screens="new screens/")
        self.assertTrue(succeeded, job.log)
        self.assertIn("View types: 0 of 0 incompatible", job.log)

    def test_compat_needs_a_base(self):
        job = self.job()
        for base, message in (("", "name the old commit with the input base"), ("nobody", "the commit, branch or tag nobody cannot be fetched")):
            _, succeeded = self.use(job, command="compat", base=base)
            self.assertFalse(succeeded)
            self.assertIn(message, job.log)

    # serve and stop

    def get(self, url, token=None):
        request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.read().decode()

    def test_a_server_starts_and_ends_twice(self):
        shutil.copytree(self.repository / "screens", self.repository / "my screens")
        self.commit()
        job = self.job()
        for _ in range(2):
            served, succeeded = self.use(job, command="serve", screens="my screens", options="--journal\n10\n")
            self.assertTrue(succeeded, job.log)
            self.assertEqual(served["url"], f"http://127.0.0.1:{served['port']}")
            self.assertIn("viewItems", self.get(served["url"] + "/screens/home"))
            token = pathlib.Path(served["admin-token-file"]).read_text().strip()
            self.assertIn(f"::add-mask::{token}\n", job.log)
            self.assertEqual(json.loads(self.get(served["url"] + "/admin/requests", token))["requests"][0]["route"], "home")
            self.assertIn("Marquee is listening on", pathlib.Path(served["log"]).read_text())

            _, succeeded = self.use(job, command="serve")
            self.assertFalse(succeeded)
            self.assertIn(f"a server of this job runs at {served['url']}; end it with command: stop", job.log)

            ended, succeeded = self.use(job, command="stop")
            self.assertTrue(succeeded, job.log)
            entries = json.loads(pathlib.Path(ended["report"]).read_text())["log"]["entries"]
            self.assertEqual(len(entries), 1)
            with self.assertRaises(OSError):
                self.get(served["url"] + "/health")
        ended, succeeded = self.use(job, command="stop")
        self.assertTrue(succeeded, job.log)
        self.assertEqual(ended["report"], "")

    def test_a_port_in_use_is_named(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            job = self.job()
            served, succeeded = self.use(job, command="serve", port=str(port))
            self.assertFalse(succeeded)
            self.assertEqual(served["url"], "")
            self.assertIn(f"the server did not start: marquee: port {port} on 127.0.0.1 is in use", job.log)
        # The failure leaves nothing that stands in the way.
        served, succeeded = self.use(job, command="serve", port=str(port))
        self.assertTrue(succeeded, job.log)
        self.assertEqual(served["port"], str(port))

    def test_a_server_that_has_ended_is_reported_and_replaced(self):
        job = self.job()
        self.use(job, command="serve")
        job.end()
        _, succeeded = self.use(job, command="stop")
        self.assertFalse(succeeded)
        self.assertIn("the server has ended before", job.log)
        self.use(job, command="serve")
        job.end()
        served, succeeded = self.use(job, command="serve", options="--admin-token\na-token-of-its-own")
        self.assertTrue(succeeded, job.log)
        self.assertEqual(served["admin-token-file"], "")
        self.assertIn("requests", self.get(served["url"] + "/admin/requests", "a-token-of-its-own"))
        ended, succeeded = self.use(job, command="stop")
        self.assertTrue(succeeded, job.log)
        self.assertEqual(ended["report"], "")


if __name__ == "__main__":
    unittest.main()
