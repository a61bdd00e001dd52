import { systemClock } from '@toolyard/node';
import { Disposable } from 'vscode';
import { createEventTeller } from '../../events/create-event-teller.ts';
import type { Parts, Register } from '../parts.ts';
import { watchDiagnostics } from './watch-diagnostics.ts';
import { watchTasks } from './watch-tasks.ts';
import { watchTerminals } from './watch-terminals.ts';

/** Tells the hooks of each folder what only the editor knows: ends of tasks and of commands in terminals, and problems of files. */
export const registerEvents: Register = (parts: Parts) => {
  const teller = createEventTeller(parts.folders, (message) => parts.output.warn(message));
  const watching = { ...parts, clock: systemClock, teller };
  return Disposable.from(watchTasks(watching), watchTerminals(watching), watchDiagnostics(watching), teller);
};
