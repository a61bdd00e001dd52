// Text with terminal colours as a picture: an SVG that needs no font, script or file from elsewhere.

const FONT_SIZE = 13;
/** The width of a character in the usual monospaced fonts. */
const COLUMN = FONT_SIZE * 0.602;
const LINE = 19;
const MARGIN = 18;
const BAR = 32;
/** Longer lines go on in the next one, as in a window of this many columns. */
const COLUMNS = 116;
/** What fits into them: codes for colours take none. */
const FULL_LINE = new RegExp(`^(?:(?:\\u001b\\[[\\d;]*m)*[^]){${COLUMNS}}`);

/** What each code of a terminal's colours means here; codes that end a colour are in `ENDS`. */
const STYLES = new Map([
  [1, 'b'],
  [2, 'd'],
  [31, 'r'],
  [32, 'g'],
  [33, 'y'],
]);
const ENDS = new Set([0, 22, 39]);

const CSS = [
  `text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d1d7e0;white-space:pre}`,
  '.b{font-weight:700;fill:#f0f6fc}.d{fill:#8b949e}.r{fill:#ff7b72}.g{fill:#56d364}.y{fill:#e3b341}',
].join('');

/**
 * A picture of a terminal with these lines.
 *
 * @param {{ title: string, lines: readonly string[] }} screen Lines may hold the codes for bold, dim, red, green and yellow.
 */
export function renderTerminal({ title, lines: given }) {
  const lines = given.flatMap(wrap);
  const columns = Math.max(...lines.map((line) => withoutCodes(line).length), 60);
  const width = Math.ceil(columns * COLUMN + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${MARGIN + index * 18}" cy="16" r="5.5" fill="${colour}"/>`,
  );
  const texts = lines.map(
    (line, index) =>
      `<text x="${MARGIN}" y="${BAR + index * LINE + 14}" xml:space="preserve">${renderLine(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${CSS}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="#0d1117" stroke="#3d444d"/>`,
    ...dots,
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}

function renderLine(line) {
  const styles = new Set();
  let rendered = '';
  // oxlint-disable-next-line no-control-regex
  for (const [, text, codes] of line.matchAll(/([^\u001b]*)(?:\u001b\[([\d;]*)m)?/g)) {
    if (text !== '') rendered += renderSpan(text, styles);
    for (const code of codes?.split(';').map(Number) ?? []) {
      const style = STYLES.get(code);
      if (style !== undefined) styles.add(style);
      else if (ENDS.has(code)) styles.clear();
    }
  }
  return rendered;
}

function renderSpan(text, styles) {
  return styles.size === 0 ? escape(text) : `<tspan class="${[...styles].join(' ')}">${escape(text)}</tspan>`;
}

/** Breaks a long line at a space, or in a word that is longer; its colours have ended by then. */
function wrap(line) {
  if (withoutCodes(line).length <= COLUMNS) return [line];
  const limit = FULL_LINE.exec(line)?.[0].length ?? COLUMNS;
  const space = line.lastIndexOf(' ', limit);
  const end = space > 0 ? space : limit;
  return [line.slice(0, end), ...wrap(line.slice(space > 0 ? end + 1 : end))];
}

function withoutCodes(line) {
  // oxlint-disable-next-line no-control-regex
  return line.replaceAll(/\u001b\[[\d;]*m/g, '');
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
