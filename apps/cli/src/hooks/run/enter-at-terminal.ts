import { randomUUID } from 'node:crypto';
import { toMessageText } from '@toolyard/core';
import type { NewEvent, RunRecord } from '@toolyard/hooks';
import { enterEvent, type HooksEvent } from '@toolyard/host/hooks';
import { runInterruptible } from '../../process/run-interruptible.ts';
import { createScreen } from '../../terminal/create-screen.ts';
import { EXIT } from '../../process/to-exit-code.ts';
import { renderRun } from '../log/render-run.ts';
import type { CommandHooks } from '../open/open-command-hooks.ts';
import { describeLeft, describeStop } from '../watch/describe-stop.ts';

/** An event that a command enters, and what it does with what came of it. */
export interface EnteredAtTerminal {
  readonly opened: CommandHooks;
  readonly event: NewEvent;
  /** False: whoever runs the hooks of the workspace goes on alone. */
  readonly wait: boolean;
  /** The event is safe in the queue, and nobody waits for what becomes of it. */
  onLeft?(): void;
  /** Prints what became of the event; gives the exit code. */
  report(records: readonly RunRecord[]): Promise<number> | number;
}

/** Enters an event, and shows on stderr what else happens until everything is done with; resolves with the exit code. */
export function enterAtTerminal({ opened, event, wait, onLeft, report }: EnteredAtTerminal): Promise<number> {
  const named = { ...event, id: event.id ?? randomUUID() };
  return runInterruptible(opened.terminal, async ({ signal }) => {
    let code: number = EXIT.done;
    const outcome = await enterEvent({
      opened,
      event: named,
      wait,
      signal,
      onEvent: createListener(opened, named.id),
      onEnded: async (records) => void (code = await report(records)),
    });
    if (outcome.type === 'left') onLeft?.();
    return outcome.type === 'stopped' ? EXIT.interrupted : code;
  });
}

/** Tells what happens besides the event of the command: that comes as its result. */
function createListener({ terminal, surroundings }: CommandHooks, own: string): (event: HooksEvent) => void {
  const screen = createScreen(terminal.stderr, surroundings.env);
  return (event) => {
    if (event.type === 'warning') screen.line(`warning: ${toMessageText(event.message)}`);
    if (event.type === 'runs-resumed') screen.line(describeLeft(event.runs));
    if (event.type === 'engine-ended') screen.line(describeStop(event.pending));
    if (event.type !== 'run-ended') return;
    const { record } = event;
    if (record.event.id !== own && isWorthALine(record)) screen.line(renderRun(record, screen));
  };
}

/** It did something, or it was to do something and could not; most triggers only do not match. */
function isWorthALine({ attempts, status }: RunRecord): boolean {
  return attempts > 0 || status === 'error';
}
