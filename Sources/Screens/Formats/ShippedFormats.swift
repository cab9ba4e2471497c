package import JSONText

/// The wire formats that Marquee ships. A folder without `_formats/` has them.
package enum ShippedFormats {
  package static let all: [(name: String, format: JSONValue)] = [
    (
      "viewItems",
      [
        "description": "A table of cells: all items in order, each with its view type and content.",
        "screen": ["viewItems": "$items"],
        "item": ["viewType": "$viewType", "viewObject": "$content"],
      ]
    ),
    (
      "contents",
      [
        "description": "A screen of section components: its name, and all items in order as components.",
        "screen": ["screenName": "$screenName", "contents": "$items"],
        "item": ["sectionComponentType": "$viewType", "section": "$content"],
      ]
    ),
    (
      "responseData",
      [
        "description": "An enveloped screen: its name and all items in order, inside one member.",
        "screen": ["responseData": ["screenName": "$screenName", "contents": "$items"]],
        "item": ["viewType": "$viewType", "content": "$content"],
      ]
    ),
    (
      "sections",
      [
        "description": "A table view model: sections with header and footer, and the cells of each.",
        "screen": ["screenName": "$screenName", "sections": "$sections"],
        "section": ["header": "$header", "footer": "$footer", "cells": "$items"],
        "item": ["cellIdentifier": "$viewType", "customData": "$content"],
      ]
    ),
    (
      "screen",
      [
        "description":
          "Marquee's own: everything that is known of a screen, its version, its variant, and the ids of its sections and items.",
        "screen": [
          "route": "$route", "version": "$version", "screenName": "$screenName", "experiment": "$experiment",
          "variant": "$variant", "sections": "$sections",
        ],
        "section": ["id": "$id", "header": "$header", "footer": "$footer", "items": "$items"],
        "item": ["id": "$id", "viewType": "$viewType", "content": "$content"],
      ]
    ),
  ]
}
