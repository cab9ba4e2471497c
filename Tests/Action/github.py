"""A stand-in for GitHub's API: the comments of one pull request, as `gh api` reads and writes them."""
import http.server
import json
import re
import shutil
import threading
import urllib.parse

BOT = "github-actions[bot]"
TOKEN = "token-of-the-job"
PAGE = 100


class GitHub:
    """Listens on 127.0.0.1 and keeps comments in memory."""

    def __init__(self, repository, number):
        self.comments = []
        self.path = f"/repos/{repository}/issues/{number}/comments"
        self.comment_path = re.compile(re.escape(f"/repos/{repository}/issues/comments/") + r"(\d+)")
        self.writes = []
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def install(self, tools):
        """Writes a `gh` that speaks to this server. To the host github.localhost, it speaks HTTP without TLS, and a
        proxy needs no name server for it."""
        program = tools / "gh"
        program.write_text(f"""#!/bin/sh
GH_HOST=github.localhost http_proxy=http://127.0.0.1:{self.server.server_port} no_proxy= exec '{shutil.which("gh")}' "$@"
""")
        program.chmod(0o755)

    def add(self, login, body):
        comment = {"id": 1000 + len(self.comments), "user": {"login": login}, "body": body}
        self.comments.append(comment)
        return comment

    def bodies(self, login):
        return [comment["body"] for comment in self.comments if comment["user"]["login"] == login]

    def handler(self):
        github = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def respond(self, status, value, **headers):
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                for name, text in headers.items():
                    self.send_header(name, text)
                self.end_headers()
                self.wfile.write(body)

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                # A proxy gets the whole URL.
                url = urllib.parse.urlsplit(self.path)
                if self.headers.get("Authorization") != f"token {TOKEN}":
                    return self.respond(401, {"message": "Bad credentials"})
                if self.command == "GET" and url.path == github.path:
                    return self.list(url)
                text = json.loads(body)["body"] if body else ""
                if self.command == "POST" and url.path == github.path:
                    github.writes.append("create")
                    return self.respond(201, github.add(BOT, text))
                match = github.comment_path.fullmatch(url.path)
                if self.command == "PATCH" and match:
                    comment = next(comment for comment in github.comments if comment["id"] == int(match[1]))
                    github.writes.append(f"update {comment['id']}")
                    comment["body"] = text
                    return self.respond(200, comment)
                return self.respond(404, {"message": "Not Found"})

            def list(self, url):
                query = urllib.parse.parse_qs(url.query)
                page, size = int(query.get("page", ["1"])[0]), min(int(query.get("per_page", ["30"])[0]), PAGE)
                headers = {}
                if page * size < len(github.comments):
                    following = f"{url.scheme}://{url.netloc}{url.path}?per_page={size}&page={page + 1}"
                    headers["Link"] = f'<{following}>; rel="next"'
                self.respond(200, github.comments[(page - 1) * size:page * size], **headers)

            do_GET = do_POST = do_PATCH = answer

            def log_message(self, *arguments):
                pass

        return Handler
