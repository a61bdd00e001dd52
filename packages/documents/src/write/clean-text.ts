// eslint-disable-next-line no-control-regex -- these are the characters to remove
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~]?)/g;
// eslint-disable-next-line no-control-regex -- the same without tab and line end
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g;
const HALVES = /\p{Surrogate}/gu;

/** A tool's text with LF line ends and tabs, but without colours, other control characters and halves of characters. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(ESCAPES, '').replaceAll(CONTROLS, '').replaceAll(HALVES, '\ufffd');
}
