import { toLine, ToolyardError } from '@toolyard/core';
import type { CommandTable } from '../commands/command-table.ts';
import type { OpenForm } from '../ports/open-form.ts';
import type { OpenTrial } from '../ports/open-trial.ts';
import { pickTool, type ToolSubject } from '../servers/pick-server.ts';
import type { ServerParts } from '../servers/server-parts.ts';

/** Where the forms of tools open. */
export interface ToolForms {
  readonly openTrial: OpenTrial;
  /** Opens the form of a new hook. */
  readonly openForm: OpenForm | undefined;
}

/** The commands `toolyard.tools.*`. */
export function createToolCommands(parts: ServerParts, { openTrial, openForm }: ToolForms): CommandTable {
  const forTool =
    (work: (named: ToolSubject) => Promise<void>): CommandTable[`toolyard.${string}`] =>
    async (subject) => {
      const named = await pickTool(parts, subject);
      if (named !== undefined) await work(named);
    };
  return {
    'toolyard.tools.try': forTool(async ({ folder, server, tool }) => openTrial({ folder: folder.path, server, tool })),
    'toolyard.tools.schema': forTool((named) => showSchema(parts, named)),
    'toolyard.tools.useInHook': forTool(async ({ folder, server, tool }) => {
      await openForm?.({ folder: folder.path, tool: { server, tool } });
    }),
  };
}

async function showSchema({ editor }: ServerParts, { folder, server, tool }: ToolSubject): Promise<void> {
  const schema = folder.findSchema(server, tool);
  if (schema === undefined) {
    const message = `The schema of ${toLine(server)}: ${toLine(tool)} is not known. Refresh the list of servers.`;
    throw new ToolyardError('tool-not-found', message);
  }
  const title = `${toLine(server)} ${toLine(tool)} schema`;
  await editor.showText({ title, text: `${JSON.stringify(schema, undefined, 2)}\n`, language: 'json' });
}
