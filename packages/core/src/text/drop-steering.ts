// eslint-disable-next-line no-control-regex -- these are the characters to remove, with those that turn the direction of text
const ON_A_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// eslint-disable-next-line no-control-regex -- the same without tab and line end
const IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** The text on one line: what would steer a terminal, or turn the direction of what follows, becomes a space. */
export function flattenText(text: string): string {
  return text.replaceAll(ON_A_LINE, ' ');
}

/** The text with its lines and tabs, without anything else that would steer a terminal or turn the direction of what follows. */
export function dropSteering(text: string): string {
  return text.replaceAll(IN_LINES, '');
}
