import { commands, Disposable } from 'vscode';
import type { CommandParts, CommandTable } from '../../commands/command-table.ts';
import { reportFailure } from '../../commands/report-failure.ts';
import { toSubject } from '../../commands/to-subject.ts';
import type { Parts } from '../parts.ts';

/** Registers commands with the editor; what one of them throws, at once or later, is told in one way. */
export function registerTable(parts: Parts, create: (parts: CommandParts) => CommandTable): Disposable {
  const { folders, editor } = parts;
  const attempt = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // Whoever called the command need not wait until the notice is closed.
      void reportFailure(error, name, parts);
    }
  };
  const table = create({ folders, editor, later: (work) => void attempt('Toolyard', work) });
  const registered = Object.entries(table).map(([id, command]) =>
    commands.registerCommand(id, (argument: unknown) => attempt(id, () => command(toSubject(argument)))),
  );
  return Disposable.from(...registered);
}
