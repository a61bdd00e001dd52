import { isJsonObject, toLine, ToolyardError, toToolId, withDeadline, type JsonObject } from '@toolyard/core';
import { systemClock, type ClosableYard } from '@toolyard/host';
import { openForPerson } from '../servers/open-for-person.ts';
import type { ToolSubject } from '../servers/pick-server.ts';
import { isForeignServer, type ServerParts } from '../servers/server-parts.ts';
import { startServer } from '../servers/switch-server.ts';
import { askArguments } from './ask-arguments.ts';
import { renderTrial } from './render-trial.ts';

/** Calls a tool with arguments that a person gives, and shows what it gave. */
export async function tryTool(parts: ServerParts, named: ToolSubject): Promise<void> {
  const { editor } = parts;
  const { folder, server, tool } = named;
  const title = `${toLine(server)}: ${toLine(tool)}`;
  if (isForeignServer(named)) return tellForeignTool(parts, named);
  const used = await openForPerson(parts, folder);
  if (used === undefined) return;
  const definition = await editor.withProgress(`Starting server "${toLine(server)}"`, (signal) =>
    findDefinition(used, named, signal),
  );
  if (definition === undefined) return tellUnavailable(parts, named, used);
  const schema = isJsonObject(definition['inputSchema']) ? definition['inputSchema'] : {};
  const values = await askArguments(editor, { title, schema });
  if (values === undefined || !(await confirmDestructive(parts, { title, definition, values }))) return;
  const outcome = await editor.withProgress(`Calling ${title}`, (signal) => call(used, named, values, signal));
  if (outcome === undefined) return;
  const { text, language } = renderTrial(outcome);
  await editor.showText({ title: `Result of ${title}`, text, language });
}

/** The tool as its server defines it, when that has started; `undefined` where it does not have it, or the person did not wait. */
async function findDefinition(
  { yard, configuration }: ClosableYard,
  { server, tool }: ToolSubject,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const ms = configuration.settings.startTimeoutMs;
  await withDeadline({ clock: systemClock, ms, signal }, (until) => yard.settled({ key: server, signal: until }));
  if (signal.aborted) return undefined;
  return yard.catalogue.listOf('tools', server).find(({ name }) => name === tool)?.definition;
}

/** `undefined` where the person stopped it. */
async function call(
  { caller }: ClosableYard,
  { server, tool }: ToolSubject,
  values: JsonObject,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<ClosableYard['caller']['call']>> | undefined> {
  try {
    return await caller.call({ tool: toToolId(server, tool), arguments: values, origin: 'person' }, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Servers say themselves what their tools do; one that says it destroys something is asked about, with the arguments. */
async function confirmDestructive(
  { editor }: ServerParts,
  {
    title,
    definition,
    values,
  }: { readonly title: string; readonly definition: JsonObject; readonly values: JsonObject },
): Promise<boolean> {
  const { annotations } = definition;
  const isDestructive =
    isJsonObject(annotations) && annotations['destructiveHint'] === true && annotations['readOnlyHint'] !== true;
  if (!isDestructive) return true;
  const detail = `Its server says that it may delete or overwrite something.\n\n${JSON.stringify(values, undefined, 2)}`;
  return (await editor.confirm(`Call ${title}?`, detail, 'Call')) === 'Call';
}

function tellUnavailable(parts: ServerParts, named: ToolSubject, { yard }: ClosableYard): void {
  const { editor, later } = parts;
  const { server, tool } = named;
  const status = yard.server(server);
  if (status === undefined || status.state === 'running') {
    const message = `Server "${toLine(server)}" has no tool "${toLine(tool)}" any more. Refresh the list of servers.`;
    throw new ToolyardError('tool-not-found', message);
  }
  const why = status.reason === undefined ? `it is ${status.state}` : toLine(status.reason);
  later(async () => {
    const message = `${toLine(tool)} was not called, because server "${toLine(server)}" is not available: ${why}`;
    if ((await editor.notify('error', message, 'Start Server')) === 'Start Server') await startServer(parts, named);
  });
}

function tellForeignTool({ editor, later }: ServerParts, { server, tool }: ToolSubject): void {
  const message = `Server "${toLine(server)}" is another program's and runs only for approved hooks. To try ${toLine(tool)}, add the server to Toolyard.`;
  later(async () => void (await editor.notify('info', message)));
}
