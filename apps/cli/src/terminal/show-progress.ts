import type { CallProgress } from '@toolyard/core';
import type { CommandContext } from './command-context.ts';
import { createSpinner } from './create-spinner.ts';

/** The line that shows how far a call is. */
export interface ShownProgress {
  onProgress(progress: CallProgress): void;
  /** Removes the line until `resume`, for something else that is shown. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Shows on a terminal how far a call is; `stop` removes the line. */
export function showProgress({ terminal, surroundings }: CommandContext, tool: string): ShownProgress {
  const spinner = createSpinner(terminal.stderr, surroundings.env);
  let text = `Calling ${tool}`;
  let isPaused = false;
  spinner.show(text);
  return {
    onProgress({ progress, total, message }) {
      const part = total === undefined || total <= 0 ? String(progress) : `${Math.floor((progress / total) * 100)} %`;
      text = `Calling ${tool}: ${[part, message].filter(Boolean).join(' ')}`;
      if (!isPaused) spinner.show(text);
    },
    pause() {
      isPaused = true;
      spinner.stop();
    },
    resume() {
      isPaused = false;
      spinner.show(text);
    },
    stop: () => spinner.stop(),
  };
}
