"""The workflow of the article about previews of pull requests, with a server, and with a stand-in for GitHub's API."""
import datetime
import json
import shutil
import subprocess
import unittest
import urllib.error
import urllib.request

import files
from github import BOT, TOKEN, GitHub
from repository import PROGRAM, RepositoryTest

ADMIN = "admin-token-of-the-test"
LINKS = "https://screens.example"
MARK = "<!-- marquee propose pr-12 -->"
WEEK = 604800


@unittest.skipUnless(shutil.which("gh"), "gh is not installed")
class PreviewTest(RepositoryTest):
    def setUp(self):
        super().setUp()
        # The server has the screens of the base, and keeps them while the branch changes.
        screens = self.folder / "published"
        shutil.copytree(self.repository / "screens", screens)
        self.server = subprocess.Popen(
            [PROGRAM, "serve", "--screens", str(screens), "--data", str(self.folder / "data"), "--port", "0",
             "--admin-token", ADMIN, "--ready-fd", "1"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.stop)
        self.url = self.server.stdout.readline().strip()
        self.token = self.marquee("token", "create", "--name", "pull-requests", "--scope", "edit")
        self.github = GitHub("owner/app", 12)
        self.addCleanup(self.github.stop)
        self.github.install(self.runner.tools)
        self.workflow = files.workflow(files.PREVIEW_ARTICLE)

    def stop(self):
        self.server.kill()
        self.server.wait()
        self.server.stdout.close()

    def marquee(self, *arguments):
        done = subprocess.run(
            [PROGRAM, *arguments, "--server", self.url, "--token", ADMIN], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def admin(self, method, path, value=None):
        request = urllib.request.Request(self.url + path, method=method, headers={"Authorization": f"Bearer {ADMIN}"})
        if value is not None:
            request.data = json.dumps(value).encode()
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)

    def sets(self):
        return {entry["name"]: entry for entry in self.admin("GET", "/admin/changesets")["changeSets"]}

    def event(self, action, **contexts):
        """Runs the workflow for an event. Returns the jobs that ran, by their names."""
        return self.runner.run_workflow(self.workflow, {
            "github.event.action": action,
            "github.event.pull_request.number": 12,
            "github.event.pull_request.head.sha": self.git("rev-parse", "HEAD"),
            "github.event.pull_request.head.repo.full_name": "owner/app",
            "github.repository": "owner/app",
            "github.token": TOKEN,
            "vars.MARQUEE_SERVER": self.url,
            "vars.MARQUEE_LINKS": LINKS,
            "secrets.MARQUEE_TOKEN": self.token,
        } | contexts)

    def propose(self, action="synchronize", succeeds=True):
        jobs = self.event(action)
        self.assertEqual(list(jobs), ["propose"])
        job = jobs["propose"]
        self.assertEqual(job.has_failed, not succeeds, job.log)
        return job

    def edit(self, path, change):
        """Changes a JSON file of the branch."""
        file = self.repository / path
        value = json.loads(file.read_text())
        change(value)
        return self.write(path, json.dumps(value, ensure_ascii=False, indent=2))

    def add_item(self, text):
        item = {"id": f"item-{text.lower()}", "viewType": "ONE_LINE_TEXT", "content": {"text1": text}}
        return self.edit("screens/home.json", lambda screen: screen["items"].append(item))

    def comment(self):
        """The only comment of the workflow."""
        body, = self.github.bodies(BOT)
        return body

    def test_one_comment_and_one_set_last_from_the_first_push_to_the_end(self):
        commit = self.add_item("Soup")
        job = self.propose("opened")
        self.assertEqual(self.github.writes, ["create"])
        lines = self.comment().splitlines()
        self.assertEqual(lines[0], MARK)
        self.assertIn(
            f"| `home` | updated | 1 added | [before]({LINKS}/preview/home) | [after]({LINKS}/c/pr-12/preview/home) |", lines)
        self.assertEqual(lines[-2:], ["", f"Commit {commit}"])
        self.assertIn(self.comment().strip(), job.summary)
        for secret in (self.token, TOKEN):
            self.assertNotIn(secret, job.log)
        first = self.sets()["pr-12"]
        self.assertEqual((first["by"], first["changes"]), ("pull-requests", ["screens/home"]))
        moments = [datetime.datetime.fromisoformat(first[name]) for name in ("createdAt", "expiresAt")]
        self.assertAlmostEqual((moments[1] - moments[0]).total_seconds(), WEEK, delta=5)
        with urllib.request.urlopen(f"{self.url}/c/pr-12/screens/home?user=42") as response:
            self.assertIn("Soup", response.read().decode())
        with urllib.request.urlopen(f"{self.url}/screens/home?user=42") as response:
            self.assertNotIn("Soup", response.read().decode())

        for _ in range(2):
            self.propose()
        self.assertEqual(self.github.writes, ["create"] + ["update 1000"] * 2)

        commit = self.add_item("Bread")
        self.propose()
        self.assertEqual(self.github.writes, ["create"] + ["update 1000"] * 3)
        self.assertIn("| `home` | updated | 2 added |", self.comment())
        self.assertIn(f"Commit {commit}", self.comment())
        again = self.sets()
        self.assertEqual(list(again), ["pr-12"])
        self.assertEqual(again["pr-12"]["createdAt"], first["createdAt"])
        self.assertGreater(again["pr-12"]["expiresAt"], first["expiresAt"])

        for _ in range(2):
            jobs = self.event("closed")
            self.assertEqual(list(jobs), ["delete"])
            self.assertFalse(jobs["delete"].has_failed, jobs["delete"].log)
            self.assertEqual(jobs["delete"].log, "The change set pr-12 is deleted.\n")
            self.assertEqual(self.sets(), {})
        with self.assertRaises(urllib.error.HTTPError) as raised:
            urllib.request.urlopen(f"{self.url}/c/pr-12/screens/home")
        self.assertEqual(raised.exception.code, 404)
        raised.exception.close()

        self.propose("reopened")
        self.assertEqual(list(self.sets()), ["pr-12"])
        self.assertEqual(len(self.github.bodies(BOT)), 1)

    def test_the_article_shows_what_the_comment_shows(self):
        self.admin("PUT", "/admin/releases/ios/1.2.0", {"viewTypes": ["ONE_LINE_TEXT", "TWO_LINE_TEXT", "ONE_IMAGE"]})
        self.write("screens/_types/BANNER.json", json.dumps(
            {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}))
        self.write("screens/winter.json", json.dumps(
            {"items": [{"id": "soup", "viewType": "ONE_LINE_TEXT", "content": {"text1": "Soup"}}]}))
        self.edit("screens/home.json", lambda screen: screen["items"].insert(
            0, {"id": "winter-offer", "viewType": "BANNER", "content": {"text": "Soup!"}}))
        self.edit("screens/_types/TWO_LINE_TEXT.json", lambda schema: schema["required"].remove("text2"))
        self.propose("opened")
        _, _, rest = files.PREVIEW_ARTICLE.read_text().partition("\n```\n" + MARK)
        example, _, _ = (MARK + rest).partition("\n```\n")
        # The article leaves out lines, and the commit is another one.
        shown = [line for line in example.splitlines() if line != "…" and not line.startswith("Commit ")]
        lines = iter(self.comment().splitlines())
        for line in shown:
            self.assertTrue(line in lines, f"not in the comment, or not in this order: {line}\n{self.comment()}")

    def test_the_comment_is_found_on_a_later_page_and_by_its_author(self):
        self.add_item("Soup")
        stranger = self.github.add("stranger", MARK + "\nHello")
        self.github.add(BOT, "<!-- marquee propose pr-1 -->\nanother set")
        for index in range(230):
            self.github.add("stranger", f"comment {index}")
        mine = self.github.add(BOT, MARK + "\nold")
        self.propose()
        self.assertEqual(self.github.writes, [f"update {mine['id']}"])
        self.assertEqual(stranger["body"], MARK + "\nHello")
        self.assertIn("| `home` | updated |", mine["body"])

    def test_a_set_that_cannot_be_published_fails_the_job_and_the_comment_says_why(self):
        # The server keeps a screen that the branch does not have, and the changed view type makes it invalid.
        (self.repository / "screens/rich.json").unlink()

        def require_footer(schema):
            schema["properties"]["footer"] = {"type": "string"}
            schema["required"] = schema.get("required", []) + ["footer"]
        self.edit("screens/_types/RichViewType.json", require_footer)
        self.propose("opened", succeeds=False)
        self.assertEqual(self.comment().splitlines()[0], MARK)
        self.assertIn("**Publishing this would fail:**", self.comment())
        self.assertIn('RichViewType needs the member "footer"', self.comment())

    def test_a_mistake_leaves_the_comment_and_the_set_of_the_commit_before(self):
        self.add_item("Soup")
        self.propose("opened")
        comment, changes = self.comment(), self.sets()["pr-12"]["changes"]
        self.write("screens/offer.json", '{"items": [{"id": "dish", "viewType": "THREE_LINE_TEXT", "content": {}}]}')
        job = self.propose(succeeds=False)
        self.assertIn("::error file=screens/offer.json,line=1,", job.log)
        self.assertEqual(self.github.writes, ["create"])
        self.assertEqual(self.comment(), comment)
        self.assertEqual(self.sets()["pr-12"]["changes"], changes)

    def test_a_branch_equal_to_the_server_gets_a_comment_that_says_so(self):
        self.propose("opened")
        self.assertIn("this branch and the server are equal", self.comment())

    def test_a_pull_request_from_a_fork_runs_nothing(self):
        # A fork that was deleted has no name.
        for name in ("stranger/app", ""):
            for action in ("opened", "synchronize", "closed"):
                self.assertEqual(self.event(action, **{"github.event.pull_request.head.repo.full_name": name}), {})
        self.assertEqual((self.sets(), self.github.comments), ({}, []))

    def test_a_missing_secret_and_a_server_that_is_gone_fail_the_jobs(self):
        for contexts in ({"secrets.MARQUEE_TOKEN": ""}, {"vars.MARQUEE_SERVER": "http://127.0.0.1:9"}):
            jobs = self.event("opened", **contexts) | self.event("closed", **contexts)
            self.assertEqual([job.has_failed for job in jobs.values()], [True, True])
            self.assertIn("marquee: ", jobs["propose"].log)
        self.assertIn("::error::the server answered 401 to the deletion of pr-12",
                      self.event("closed", **{"secrets.MARQUEE_TOKEN": ""})["delete"].log)
        self.assertEqual((self.sets(), self.github.comments), ({}, []))

    def test_links_name_the_server_of_the_workflow_by_default(self):
        self.add_item("Soup")
        self.event("opened", **{"vars.MARQUEE_LINKS": ""})
        self.assertIn(f"[after]({self.url}/c/pr-12/preview/home)", self.comment())

    def test_the_token_of_the_workflow_cannot_publish(self):
        self.add_item("Soup")
        self.propose("opened")
        request = urllib.request.Request(
            f"{self.url}/admin/changesets/pr-12/publish", method="POST", headers={"Authorization": f"Bearer {self.token}"})
        with self.assertRaises(urllib.error.HTTPError) as raised:
            urllib.request.urlopen(request)
        self.assertEqual(raised.exception.code, 403)
        raised.exception.close()

    def test_the_workflow_runs_for_these_events_with_these_rights(self):
        self.assertEqual(list(self.workflow["on"]), ["pull_request"])
        self.assertEqual(self.workflow["on"]["pull_request"]["types"], ["opened", "synchronize", "reopened", "closed"])
        self.assertEqual(self.workflow["permissions"], {})
        self.assertEqual(
            {name: job.get("permissions", {}) for name, job in self.workflow["jobs"].items()},
            {"propose": {"contents": "read", "pull-requests": "write"}, "delete": {}})


if __name__ == "__main__":
    unittest.main()
