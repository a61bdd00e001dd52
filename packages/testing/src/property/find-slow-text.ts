import { startCpuClock } from '../clock/start-cpu-clock.ts';

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

/** How much longer four times the text takes: about 4 times where the work is linear, 16 times where it is quadratic. */
const PART = 4;
const TOO_MUCH_LONGER = 8;

/**
 * The beginning of a text on which `run` takes more time than its length explains; `undefined` where there is none.
 *
 * `before` begins every text, where only that leads to what is to be tried.
 */
export function findSlowText(run: (text: string) => unknown, before = ''): string | undefined {
  const timeOf = (piece: string, size: number): number => {
    const text = `${before}${piece.repeat(size / piece.length)}${END}`;
    const cpuMs = startCpuClock();
    run(text);
    return cpuMs();
  };
  // Only what takes long is measured again, since the collector may have been at work.
  const leastOf = (piece: string, size: number): number =>
    Math.min(...Array.from({ length: 3 }, () => timeOf(piece, size)));
  const isSlow = (piece: string): boolean =>
    timeOf(piece, SIZE) > SLOW_MS &&
    leastOf(piece, SIZE) > Math.max(SLOW_MS, TOO_MUCH_LONGER * leastOf(piece, SIZE / PART));
  const slow = PIECES.find(isSlow);
  return slow === undefined ? undefined : `${before}${slow}${slow}`;
}
