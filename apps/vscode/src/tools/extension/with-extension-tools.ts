import { toLine, ToolyardError } from '@toolyard/core';
import { chooseFolder } from '../../commands/choose-folder.ts';
import type { Command, CommandTable } from '../../commands/command-table.ts';
import type { EditorTool, EditorTools } from '../../ports/extension-tools.ts';
import { addServers } from '../../servers/add/add-servers.ts';
import type { ServerParts } from '../../servers/server-parts.ts';
import { askArguments } from './ask-arguments.ts';
import { toContentDocument } from './to-content-document.ts';

/** The commands about tools, which know what to do with those that only extensions provide; all else is left to `commands`. */
export function withExtensionTools(parts: ServerParts, tools: EditorTools, commands: CommandTable): CommandTable {
  const find = (name: string): EditorTool => {
    const found = tools.list().find((tool) => tool.name === name);
    if (found !== undefined) return found;
    const message = `The tool ${toLine(name)} is not there any more. Its extension or server may have been stopped.`;
    throw new ToolyardError('tool-not-found', message);
  };
  const forTool =
    (id: `toolyard.${string}`, work: (tool: EditorTool) => Promise<void>): Command =>
    async (subject) =>
      subject?.kind === 'extension-tool' ? work(find(subject.tool)) : commands[id]?.(subject);
  return {
    ...commands,
    'toolyard.tools.try': forTool('toolyard.tools.try', (tool) => tryExtensionTool(parts, tools, tool)),
    'toolyard.tools.schema': forTool('toolyard.tools.schema', (tool) => showSchema(parts, tool)),
    'toolyard.tools.useInHook': forTool('toolyard.tools.useInHook', async (tool) => explainHooks(parts, tool)),
  };
}

async function showSchema({ editor }: ServerParts, { name, inputSchema }: EditorTool): Promise<void> {
  const text = `${JSON.stringify(inputSchema, undefined, 2)}\n`;
  await editor.showText({ title: `${toLine(name)} schema`, text, language: 'json' });
}

async function tryExtensionTool(
  { editor, folders }: ServerParts,
  tools: EditorTools,
  { name, inputSchema: schema }: EditorTool,
): Promise<void> {
  if (folders.list().some((folder) => folder.state().duty.kind === 'untrusted')) {
    const message = `${toLine(name)} was not called, because the workspace is not trusted. Trust it first.`;
    throw new ToolyardError('config-not-approved', message);
  }
  const title = toLine(name);
  const values = await askArguments(editor, { title, schema });
  if (values === undefined) return;
  const content = await editor.withProgress(`Calling ${title}`, (signal) => tools.call(name, values, signal));
  if (content === undefined) return;
  await editor.showText({ title: `Result of ${title}`, ...toContentDocument(content) });
}

function explainHooks(parts: ServerParts, { name, extension }: EditorTool): void {
  const { editor, later } = parts;
  const from = extension === undefined ? 'a server that only the editor knows' : `the extension ${toLine(extension)}`;
  const message = `${toLine(name)} comes from ${from}. The editor asks before each of its calls, and hooks run while nobody looks on, so they cannot use it. Is there an MCP server with this tool? Add it to Toolyard.`;
  later(async () => {
    if ((await editor.notify('info', message, 'Add Server')) !== 'Add Server') return;
    const folder = await chooseFolder(parts, undefined, 'Add Server');
    if (folder !== undefined) await addServers(parts, folder);
  });
}
