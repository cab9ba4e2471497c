// The languages of the screens in words.

/** The languages that the server makes of any screen, for previews. */
export const pseudoLanguages = [['en-XA', 'Longer, with accents (en-XA)'], ['ar-XB', 'Right to left (ar-XB)']];

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** A language: “Korean (ko)”. */
export function languageName(tag) {
  let name;
  // A private tag, such as x-pirate, has no name.
  try { name = names.of(tag); } catch { return tag; }
  return name ? `${name} (${tag})` : tag;
}

/** The states of a text that need work, and the one that needs none: the words, and the look. */
export const states = {
  missing: ['Missing', 'bad'], stale: ['Stale', 'warn'], 'needs-review': ['Needs review', 'warn'],
  translated: ['Translated', 'good'],
};

/** Where a text stands: “soup text1”. */
export function placeWords({ item, section, at }) {
  if (item === undefined && at === '/screenName') return 'Screen name';
  return [item ?? (section === undefined ? 'Screen' : `Section ${section}`), at.slice(1)].join(' ');
}

/** A name for the place of a text in an address. */
export const placeName = ({ item, section, at }) => `${item ?? (section === undefined ? '' : `section:${section}`)}${at}`;
