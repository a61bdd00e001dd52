import { toLine } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { widthOf } from './create-screen.ts';
import type { Terminal } from './terminal.ts';
import { fitText } from './text-width.ts';

/** A line on stderr that moves while something is waited for. */
export interface Spinner {
  /** Shows the text from now on. */
  show(text: string): void;
  /** Removes the line. */
  stop(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;

/** A spinner that starts with its first text; on a pipe, and where the line cannot be drawn again, it shows nothing. */
export function createSpinner(stderr: Terminal['stderr'], env: Surroundings['env']): Spinner {
  if (stderr.isTTY !== true || env['TERM'] === 'dumb') return { show: () => undefined, stop: () => undefined };
  let text = '';
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  function draw(): void {
    const mark = FRAMES[frame++ % FRAMES.length] ?? '';
    stderr.write(`\r\u001b[K${mark} ${fitText(text, widthOf(stderr) - 3)}`);
  }

  return {
    show(next) {
      text = toLine(next);
      timer ??= setInterval(draw, FRAME_MS).unref();
      draw();
    },
    stop() {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      stderr.write('\r\u001b[K');
    },
  };
}
