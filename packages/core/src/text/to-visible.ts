// Control and format characters, separators, halves of characters, those without a meaning, those that fonts leave out
// (variation selectors, fillers, tags), and spaces that look like the ordinary one.
const UNSEEN = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;

// Between texts; inside of them JSON has escapes. A line must not be written over.
const JSON_SPACE: ReadonlyMap<string, string> = new Map([
  ['\n', '\n'],
  ['\t', '\t'],
  ['\r', ' '],
]);

/** Words that need no quotes: nobody takes them for two, or for something else. */
const PLAIN_WORD = /^[\w@%+=:,./~*${}!?&#-]+$/;

/** The text on one line with all that a terminal would obey, or nobody would see, written as escapes. */
export function toVisible(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** The same for a text whose lines and tabs stay. */
export function toVisibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\n\t]+/g, toVisible);
}

/** The same value as JSON, with escapes for all that nobody would see; a program reads exactly what was there. */
export function toVisibleJson(value: unknown, indent?: number): string {
  return toVisibleJsonText(JSON.stringify(value, undefined, indent) ?? 'undefined');
}

/** The same for JSON that is text already, whose numbers and order stay as they are written. */
export function toVisibleJsonText(json: string): string {
  return json.replaceAll(UNSEEN, (character) => JSON_SPACE.get(character) ?? escapeUnits(character));
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
