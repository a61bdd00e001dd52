import { toLine, ToolyardError } from '@toolyard/core';
import type { CommandTable } from '../commands/command-table.ts';
import type { OpenForm } from '../ports/open-form.ts';
import { pickTool, type ToolSubject } from '../servers/pick-server.ts';
import type { ServerParts } from '../servers/server-parts.ts';
import { tryTool } from './try-tool.ts';

/** The commands `toolyard.tools.*`; `openForm` opens the form of a new hook. */
export function createToolCommands(parts: ServerParts, openForm: OpenForm | undefined): CommandTable {
  const forTool =
    (work: (named: ToolSubject) => Promise<void>): CommandTable[`toolyard.${string}`] =>
    async (subject) => {
      const named = await pickTool(parts, subject);
      if (named !== undefined) await work(named);
    };
  return {
    'toolyard.tools.try': forTool((named) => tryTool(parts, named)),
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
