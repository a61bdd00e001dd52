// Control and format characters, separators, halves of characters, those without a meaning, those that fonts leave out
// (variation selectors, fillers, tags), and spaces that look like the ordinary one.
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Words that need no quotes: nobody takes them for two, or for something else. */
const PLAIN_WORD = /^[\w@%+=:,./~*${}!?&#-]+$/;

/** The text on one line with all that a terminal would obey, or nobody would see, written as escapes. */
export function toVisible(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** The same value as JSON, with escapes for all that nobody would see; a program reads exactly what was there. */
export function toVisibleJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent) ?? 'undefined';
  // Line ends outside of texts are JSON's own.
  return json.replaceAll(UNSEEN, (character) => (character === '\n' ? character : escapeUnits(character)));
}

/** A word as people see it: as it is, or in quotes wherever it could be taken for another, or for several. */
export function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : toVisibleJson(word);
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
