"""Reads an XLIFF file with translate-toolkit, prints its units as JSON, and writes it with a note in each.

usage: rewrite.py FILE OUTPUT
"""

import json
import sys

from translate.storage import xliff, xliff2

with open(sys.argv[1], "rb") as file:
    text = file.read()
version_2 = b"urn:oasis:names:tc:xliff:document:2.0" in text
store = (xliff2.Xliff2File if version_2 else xliff.xlifffile).parsestring(text)
units = [{"source": str(unit.source), "target": str(unit.target or ""), "fuzzy": unit.isfuzzy()}
         for unit in store.units if not unit.isheader()]
for unit in store.units:
    unit.addnote("ask the author", origin="translator")
with open(sys.argv[2], "wb") as output:
    store.serialize(output)
json.dump(units, sys.stdout)
