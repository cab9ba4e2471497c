"""Uses the client that openapi-python-client makes of /openapi.json; .ci/openapi runs it.

The environment has MARQUEE_URL and MARQUEE_ADMIN_TOKEN.
"""

import os
import unittest

from marquee_client import AuthenticatedClient
from marquee_client.api.definitions import (
    delete_screen,
    get_definition,
    patch_definition,
    publish_definition,
    reorder_items,
)
from marquee_client.api.drafts import get_draft, publish_draft, save_draft
from marquee_client.api.experiments import patch_experiment
from marquee_client.api.history import list_versions
from marquee_client.api.screens import get_screen, list_screens
from marquee_client.models import (
    Definition,
    DefinitionMergePatch,
    Draft,
    ExperimentPatch,
    Item,
    JSONPatchOperation,
    JSONPatchOperationOp,
    Problem,
    Published,
    SavedDraft,
)


def line(name, text):
    return Item(id=name, view_type="ONE_LINE_TEXT", content={"text1": text})


class ClientTests(unittest.TestCase):
    def setUp(self):
        url, token = os.environ["MARQUEE_URL"], os.environ["MARQUEE_ADMIN_TOKEN"]
        # A status that the document does not declare is an error.
        self.client = AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)

    def publish(self, route, **options):
        """Publishes version 1 of a screen with the items first and second."""
        body = Definition(screen_name="Client", items=[line("first", "1"), line("second", "2")])
        response = publish_definition.sync_detailed(route, client=self.client, body=body, **options)
        self.assertEqual(response.status_code, 201)
        return response

    def ids(self, route):
        return [item.id for item in get_definition.sync(route, client=self.client).items]

    def test_get(self):
        response = get_screen.sync_detailed("welcome", client=self.client, user="42", format_="screen")
        self.assertEqual(response.status_code, 200)
        self.assertEqual(response.parsed["route"], "welcome")
        again = get_screen.sync_detailed(
            "welcome", client=self.client, user="42", format_="screen", if_none_match=response.headers["ETag"]
        )
        self.assertEqual(again.status_code, 304)
        routes = [screen.route for screen in list_screens.sync(client=self.client).screens]
        self.assertIn("welcome", routes)
        problem = get_screen.sync("nowhere", client=self.client)
        self.assertIsInstance(problem, Problem)
        self.assertEqual((problem.status, problem.type_.rsplit("/")[-1]), (404, "unknown-screen"))

    def test_put(self):
        response = self.publish("client-put", screen_message="a client puts", if_none_match="*")
        self.assertEqual(response.parsed, Published(route="client-put", version=1))
        self.assertEqual(response.headers["ETag"], '"1"')
        versions = list_versions.sync("client-put", client=self.client).versions
        self.assertEqual([(each.version, each.message) for each in versions], [(1, "a client puts")])

        body = Definition(items=[Item(view_type="NO_SUCH_TYPE")])
        tried = publish_definition.sync("client-put", client=self.client, body=body, dry_run=True)
        self.assertIsInstance(tried, Problem)
        self.assertEqual([error.pointer for error in tried.errors], ["/items/0/viewType"])
        self.assertEqual(delete_screen.sync("client-put", client=self.client).version, 2)

    def test_patch(self):
        self.publish("client-patch")
        first = JSONPatchOperation(op=JSONPatchOperationOp.REMOVE, path="/items/0")
        published = patch_definition.sync("client-patch", client=self.client, body=[first])
        self.assertEqual(published.version, 2)
        self.assertEqual(self.ids("client-patch"), ["second"])

        merge = DefinitionMergePatch.from_dict({"screenName": "Merged"})
        published = patch_definition.sync("client-patch", client=self.client, body=merge)
        self.assertEqual(published.version, 3)
        self.assertEqual(get_definition.sync("client-patch", client=self.client).screen_name, "Merged")

        steered = patch_experiment.sync(
            "home-price-first", client=self.client, body=ExperimentPatch(coverage=0.5), dry_run=True
        )
        self.assertEqual(steered.shares.leaving, 0.5)

    def test_reorder(self):
        self.publish("client-reorder")
        published = reorder_items.sync(
            "client-reorder", client=self.client, body=["second", "first"], if_match='"1"'
        )
        self.assertEqual(published.version, 2)
        self.assertEqual(self.ids("client-reorder"), ["second", "first"])
        late = reorder_items.sync_detailed(
            "client-reorder", client=self.client, body=["first", "second"], if_match='"1"'
        )
        self.assertEqual(late.status_code, 412)
        self.assertIsInstance(late.parsed, Problem)

    def test_draft_and_publish(self):
        saved = save_draft.sync("client-draft", client=self.client, body=Definition(items=[line("only", "1")]))
        self.assertIsInstance(saved, SavedDraft)
        self.assertEqual((saved.base_version, saved.errors), (0, []))
        draft = get_draft.sync("client-draft", client=self.client)
        self.assertIsInstance(draft, Draft)
        self.assertIsNone(draft.schedule)
        self.assertEqual(get_screen.sync("client-draft", client=self.client).status, 404)

        published = publish_draft.sync_detailed("client-draft", client=self.client)
        self.assertEqual(published.status_code, 201)
        self.assertEqual(published.parsed, Published(route="client-draft", version=1))
        self.assertEqual(self.ids("client-draft"), ["only"])
        self.assertEqual(get_draft.sync("client-draft", client=self.client).status, 404)


if __name__ == "__main__":
    unittest.main()
