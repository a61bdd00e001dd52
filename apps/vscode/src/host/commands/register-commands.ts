import { isIgnoredEvent } from '@toolyard/host/hooks';
import type { NoticedEvents } from '../../commands/ask-why.ts';
import { createHookCommands, createInvalidHookActions } from '../../commands/create-hook-commands.ts';
import { createRunCommands } from '../../commands/create-run-commands.ts';
import { createVscodeHost } from '../create-vscode-host.ts';
import { explainOpenTerminals } from '../events/watch-terminals.ts';
import type { Parts, Register } from '../parts.ts';
import { registerTable } from './register-table.ts';

/** Registers the commands of hooks and runs. */
export const registerCommands: Register = (parts) =>
  registerTable(parts, (given) => {
    const { openForm } = parts;
    const actions = createInvalidHookActions(given, openForm);
    return {
      ...createHookCommands(given, { openForm, noticed: createNoticedEvents(parts), actions }),
      ...createRunCommands(given, actions),
      'toolyard.showOutput': async () => parts.output.show(),
    };
  });

function createNoticedEvents(parts: Parts): NoticedEvents {
  return {
    isIgnored(folder, event) {
      const { surroundings } = createVscodeHost(parts, { folder, mayAsk: false });
      return isIgnoredEvent(event, { surroundings, workspace: folder });
    },
    explainTerminals: explainOpenTerminals,
  };
}
