import { styleText } from 'node:util';
import type { Surroundings } from '@toolyard/host';
import type { Terminal } from './terminal.ts';

/** The formats commands use; their meaning is decided here, not at each use. */
export type Tone = 'good' | 'bad' | 'busy' | 'quiet' | 'strong';

/** One output stream of a command, as people see it. */
export interface Screen {
  /** A person looks at it. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; absent on a pipe, where lines may have any length. */
  readonly width?: number;
  /** Writes the text and a line end. */
  line(text: string): void;
  /** The text coloured where colour is wanted, else as it is. */
  paint(tone: Tone, text: string): string;
}

const FORMATS = { good: 'green', bad: 'red', busy: 'yellow', quiet: 'dim', strong: 'bold' } as const;
const DEFAULT_WIDTH = 80;

/** The screen of stdout or stderr. */
export function createScreen(stream: Terminal['stdout'], env: Surroundings['env']): Screen {
  const isTerminal = stream.isTTY === true;
  const colour = wantsColour(isTerminal, env);
  return {
    isTerminal,
    ...(isTerminal ? { width: widthOf(stream) } : {}),
    line: (text) => void stream.write(`${text}\n`),
    // `validateStream` would look at this process's streams; what is wanted was decided above.
    paint: (tone, text) => (colour ? styleText(FORMATS[tone], text, { validateStream: false }) : text),
  };
}

/** The columns of a terminal; some say 0 for not knowing. */
export function widthOf({ columns = 0 }: { readonly columns?: number }): number {
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

function wantsColour(isTerminal: boolean, env: Surroundings['env']): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false;
  return isTerminal;
}
