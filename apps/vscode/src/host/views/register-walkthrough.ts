import { commands, Disposable, window } from 'vscode';
import { findMilestones, type Milestones } from '../../rows/find-milestones.ts';
import type { Register } from '../parts.ts';

/** The values that a key has in turns: see `registerWalkthrough`. */
const VALUES = ['a', 'b'] as const;

/**
 * Ticks the steps of the walkthrough. The editor ticks a step when its condition comes true, and never where it was true already when the editor
 * read the walkthrough, which it does when it first shows one. So each step waits for one of two values of its key, and what is done gets the
 * other one whenever a tab is opened, as that of the walkthrough is.
 */
export const registerWalkthrough: Register = ({ folders }) => {
  let turn = 0;
  const told = new Map<string, string>();
  const look = (): Milestones =>
    findMilestones(folders.list().map((folder) => ({ name: folder.name, path: folder.path, state: folder.state() })));
  const tell = (): void => {
    for (const [step, isDone] of Object.entries(look())) {
      const value = isDone ? VALUES[turn % VALUES.length] : undefined;
      if (value === undefined || told.get(step) === value) continue;
      told.set(step, value);
      void commands.executeCommand('setContext', `toolyard.done.${step}`, value);
    }
  };
  tell();
  return Disposable.from(
    new Disposable(folders.onChange(tell)),
    window.tabGroups.onDidChangeTabs(({ opened }) => {
      if (opened.length === 0) return;
      turn += 1;
      tell();
    }),
  );
};
