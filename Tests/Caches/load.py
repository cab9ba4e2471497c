"""Many users with different apps, and what each of them gets."""
import hashlib
import multiprocessing
import random
import urllib.parse

from http_client import Connection

CONNECTIONS = 4
PROCESSES = multiprocessing.get_context("fork")

# What an app says that it can show: as a registered release, as a list, or not at all.
CAPABILITIES = [
    ("", []),
    ("", ["Client-Release: ios/1.0.0"]),
    ("&release=ios/2.0.0", []),
    ("", ["Accept-View-Types: ONE_LINE_TEXT, ONE_IMAGE"]),
    ("", ["Accept-View-Types: ONE_IMAGE,ONE_LINE_TEXT"]),
]
CODINGS = [
    [], ["Accept-Encoding: gzip"], ["Accept-Encoding: gzip, deflate, br"], ["Accept-Encoding: br;q=1.0, gzip;q=0.8"],
    ["Accept-Encoding: gzip;q=0"],
]
# The languages of the screens, the default one first, and how apps ask for them. "offers" is translated into all of them.
LANGUAGES = ["en", "ko", "de", "ar", "ja", "fr", "pt-BR", "es", "zh-Hant", "it", "nl", "pl"]
LANGUAGE_FIELDS = [
    "Accept-Language: {}", "Accept-Language: {};q=0.9, en;q=0.5", "Accept-Language: sv, {};q=0.7", "accept-language:{}",
]
SCREENS = [
    (route, format) for route in ("home", "menu", "offers") for format in ("", "&format=contents", "&format=screen")
]
# Screens that one user asks for.
SCREENS_OF_A_USER = 4

# The fields that the server and a cache send alike.
FIELDS = [
    "Screen-Version", "Screen-Experiment", "Screen-Variant", "Screen-Assignments", "Screen-Downgraded", "ETag", "Vary",
    "Cache-Control", "Content-Type", "Content-Encoding", "Content-Language", "Surrogate-Key", "Access-Control-Allow-Origin",
]
ETAG = 2 + FIELDS.index("ETag")
ASSIGNMENTS = 2 + FIELDS.index("Screen-Assignments")
LANGUAGE = 2 + FIELDS.index("Content-Language")


class User:
    """A user with one app. Everything follows from the number."""

    def __init__(self, number):
        choose = random.Random(number)
        name = choose.choice([str(number), f"unit-{number}", f"{number}@example.com", f"손님 {number}", ""])
        # Two fields are the only ones that belong to the user alone.
        self._query, self._fields = "", []
        if name:
            if choose.random() < 0.8:
                self._query = "&user=" + urllib.parse.quote(name)
            else:
                self._fields = [f"Screen-User: {name}"]
        self._query += choose.choice(["", "&country=KR", "&country=JP", f"&session={number}"])
        query, fields = choose.choice(CAPABILITIES)
        self._query += query
        coding = choose.choice(CODINGS)
        language = choose.choice(LANGUAGES)
        if choose.random() < 0.2:
            self._query += f"&locale={language}"
        elif choose.random() < 0.9:
            fields = fields + [choose.choice(LANGUAGE_FIELDS).format(language)]
        self._fields += fields + coding
        self.takes_gzip = bool(coding) and coding[0] != CODINGS[-1][0]
        self._screens = choose.sample(SCREENS, SCREENS_OF_A_USER)

    def screen(self, place):
        return self._screens[place]

    def target(self, place):
        route, format = self.screen(place)
        return f"/screens/{route}?" + (self._query + format)[1:]

    def get(self, connection, place, *fields):
        return connection.get(self.target(place), *self._fields, *fields)


def seen(response):
    """What a user can tell one response from another by."""
    return (response.status, hashlib.sha256(response.body).digest(), *(response[name] for name in FIELDS))


class Tally:
    def __init__(self):
        self.requests = self.hits = self.misses = self.unmodified = 0
        self.wrong = []
        # The different contents and codings: each can be stored once.
        self.objects = set()
        self.languages = set()

    def add(self, other):
        self.requests += other.requests
        self.hits += other.hits
        self.misses += other.misses
        self.unmodified += other.unmodified
        self.wrong += other.wrong
        self.objects |= other.objects
        self.languages |= other.languages

    @property
    def hit_ratio(self):
        return self.hits / self.requests


def _in_processes(function, *arguments):
    """The results of several processes. Each takes every n-th user, and has one connection."""
    with PROCESSES.Pool(CONNECTIONS) as pool:
        return pool.starmap(function, [(part, *arguments) for part in range(CONNECTIONS)])


def _expected(part, port, users):
    with Connection(port) as connection:
        return {
            (number, place): seen(User(number).get(connection, place))
            for number in range(part, users, CONNECTIONS) for place in range(SCREENS_OF_A_USER)
        }


def expected(port, users):
    """What the server itself answers to each user."""
    return {key: value for part in _in_processes(_expected, port, users) for key, value in part.items()}


def _run(part, port, users, requests, expected):
    tally, choose = Tally(), random.Random(part)
    people = {number: User(number) for number in range(part, users, CONNECTIONS)}
    # Everybody comes; in which order and how often is chance.
    order = [(number, place) for number in people for place in range(SCREENS_OF_A_USER)]
    order += choose.choices(order, k=max(0, requests // CONNECTIONS - len(order)))
    choose.shuffle(order)
    with Connection(port) as connection:
        for number, place in order[:requests // CONNECTIONS]:
            user, wanted = people[number], expected[number, place]
            if choose.random() < 0.1:
                # An app that has the screen already.
                response = user.get(connection, place, f"If-None-Match: {wanted[ETAG]}")
                tally.unmodified += 1
                is_right = response.status == 304 and not response.body and response["ETag"] == wanted[ETAG]
                is_right = is_right and response["Screen-Assignments"] == wanted[ASSIGNMENTS]
            else:
                response = user.get(connection, place)
                is_right = seen(response) == wanted
            tally.requests += 1
            tally.hits += response.is_hit
            tally.misses += response.is_miss
            tally.objects.add(
                (user.screen(place), wanted[ETAG], wanted[ASSIGNMENTS], wanted[LANGUAGE], user.takes_gzip))
            tally.languages.add(wanted[LANGUAGE])
            if not is_right and len(tally.wrong) < 10:
                tally.wrong.append((user.target(place), wanted, seen(response), response.fields))
    return tally


def run(port, users, requests, expected):
    """Sends the requests of all users, and compares each response with the server's own."""
    total = Tally()
    for tally in _in_processes(_run, port, users, requests, expected):
        total.add(tally)
    return total
