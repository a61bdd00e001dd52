/* eslint-disable no-control-regex -- these are the characters to remove */

// Colours, movements and titles. A title without its end is left to be read: it would hide all that follows.
const SEQUENCES =
  /(?:\u001b\[[0-?]*|\u009b[0-?]+)[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]?/g;
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;
/** Control characters, and those that turn the direction of what follows. */
const ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
/** The same without tab and line end. */
const IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;
// Format characters that nobody sees, but for the joiners, without which emoji and some scripts fall apart.
const UNSEEN = /(?![\u200c\u200d])(?=\p{Cf})\p{Default_Ignorable_Code_Point}/gu;
const HALVES = /\p{Surrogate}/gu;

/** A text from outside on one line: what would steer a terminal, or turn the direction of what follows, becomes a space. */
export function flattenText(text: string): string {
  return dropSequences(text).replaceAll(ON_A_LINE, ' ').replaceAll(UNSEEN, '');
}

/** A text from outside with its lines and tabs, without anything else that would steer a terminal or that nobody would see. */
export function dropControlCharacters(text: string): string {
  return dropSequences(text).replaceAll(LINE_ENDS, '\n').replaceAll(IN_LINES, '').replaceAll(UNSEEN, '');
}

function dropSequences(text: string): string {
  // Halves first: what stands between two of them may go, and they would be a character then.
  return text.replaceAll(HALVES, '\ufffd').replaceAll(SEQUENCES, '');
}
