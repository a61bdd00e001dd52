/** Pieces that hostile texts are made of, each of which some regular expression or renderer can be slow on when it is repeated. */
const PIECES: readonly string[] = [
  ...Array.from(' \t\n\r\u00a0aA0-_.:;,/\\|"\'`<>()[]{}#$@=+*?!~^%&'),
  'é',
  '日',
  '👍',
  'e\u0301',
  '\u0301',
  '👨\u200d',
  '🇩',
  '\ud800',
  '\u001b[',
  '\u001b]8;;',
  '\u009b',
  '\u202e',
  ...'a | a|a\n|\n\t|\r\n|# |- |> |://|[\n|\\"|<!--|${|{{|](|`a|a:|a=|a.'.split('|'),
];

const SIZE = 30_000;

/** Ends what was matched so far, so that everything shorter is tried too. */
const END = '\u0000x';

/** Linear work on such a text takes a few milliseconds, quadratic work half a second and more. */
const SLOW_MS = 150;

/**
 * The beginning of a text on which `run` takes more time than its length explains; `undefined` where there is none.
 *
 * `before` begins every text, where only that leads to what is to be tried.
 */
export function findSlowText(run: (text: string) => unknown, before = ''): string | undefined {
  for (const piece of PIECES) {
    const text = `${before}${piece.repeat(SIZE / piece.length)}${END}`;
    if (isSlow(() => run(text))) return `${before}${piece}${piece}`;
  }
  return undefined;
}

/** Tried again, since another process may have had the processor. */
function isSlow(run: () => unknown): boolean {
  for (let tries = 0; tries < 3; tries++) {
    const start = performance.now();
    run();
    if (performance.now() - start < SLOW_MS) return false;
  }
  return true;
}
