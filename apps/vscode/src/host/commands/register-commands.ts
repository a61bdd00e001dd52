import { createHookCommands, createInvalidHookActions } from '../../commands/create-hook-commands.ts';
import { createRunCommands } from '../../commands/create-run-commands.ts';
import { explainOpenTerminals } from '../events/watch-terminals.ts';
import type { Register } from '../parts.ts';
import { registerTable } from './register-table.ts';

/** Registers the commands of hooks and runs. */
export const registerCommands: Register = (parts) =>
  registerTable(parts, (given) => {
    const { openForm } = parts;
    const actions = createInvalidHookActions(given, openForm);
    return {
      ...createHookCommands(given, { openForm, noticed: { explainTerminals: explainOpenTerminals }, actions }),
      ...createRunCommands(given, actions),
      'toolyard.showOutput': async () => parts.output.show(),
    };
  });
