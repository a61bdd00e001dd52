import type { NoteRunEvent } from '@toolyard/documents';
import type { CommandContext } from '../terminal/command-context.ts';
import { createSpinner } from '../terminal/create-spinner.ts';

/** The line that shows how far a run is. */
export interface RunProgress {
  onEvent(event: NoteRunEvent): void;
  /** Removes the line until `resume`, for something else that is shown. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Shows on a terminal which tools run and how many blocks are done. */
export function showRunProgress({ terminal, surroundings }: CommandContext, file: string): RunProgress {
  const spinner = createSpinner(terminal.stderr, surroundings.env);
  const running = new Map<string, string>();
  let done = 0;
  let isPaused = false;

  function show(): void {
    const doing = [...running.values()].join(', ');
    if (!isPaused) spinner.show(`${file}: ${done} done${doing === '' ? '' : `, running ${doing}`}`);
  }

  return {
    onEvent(event) {
      if (event.type === 'block-started') running.set(event.id, event.tool);
      if (event.type === 'block-ended') {
        running.delete(event.id);
        done++;
      }
      if (event.type === 'block-progress') running.set(event.id, `${event.tool} ${toPart(event.progress)}`.trim());
      show();
    },
    pause() {
      isPaused = true;
      spinner.stop();
    },
    resume() {
      isPaused = false;
      show();
    },
    stop: () => spinner.stop(),
  };
}

function toPart({ message, progress, total }: Extract<NoteRunEvent, { type: 'block-progress' }>['progress']): string {
  const part = total === undefined || total <= 0 ? String(progress) : `${Math.floor((progress / total) * 100)} %`;
  return [part, message].filter(Boolean).join(' ');
}
