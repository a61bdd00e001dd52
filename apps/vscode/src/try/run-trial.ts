import {
  isJsonObject,
  toLine,
  toToolId,
  withDeadline,
  type CallProgress,
  type JsonObject,
  type ToolOutcome,
} from '@toolyard/core';
import { systemClock, type ClosableYard } from '@toolyard/host';
import { openForPerson } from '../servers/open-for-person.ts';
import type { ToolSubject } from '../servers/pick-server.ts';
import type { ServerParts } from '../servers/server-parts.ts';

/** A call that a person wants to try. */
export interface TrialOptions {
  /** Aborted, it stops the call, or the wait for its server. */
  readonly signal: AbortSignal;
  /** Says what is going on. */
  onStatus(status: string): void;
  onProgress(progress: CallProgress): void;
  /** The arguments, checked by the schema that the server has now; `undefined` where they do not fit, which the person was shown. */
  check(schema: JsonObject): Promise<JsonObject | undefined>;
}

/** What came of it. */
export type Trial =
  | { readonly kind: 'called'; readonly outcome: ToolOutcome; readonly ms: number }
  /** `canStart` where the server does not run, and somebody could start it. */
  | { readonly kind: 'refused'; readonly message: string; readonly canStart: boolean }
  /** The person left or stopped it before the call. */
  | { readonly kind: 'left' };

const LEFT = { kind: 'left' } as const;

/** Opens the yard with all questions that this needs, waits for the server, asks about tools that destroy something, and calls. */
export async function runTrial(parts: ServerParts, named: ToolSubject, options: TrialOptions): Promise<Trial> {
  const { signal, onStatus, onProgress, check } = options;
  const { server, tool } = named;
  onStatus(`Starting server "${toLine(server)}"…`);
  const used = await openForPerson(parts, named.folder);
  if (used === undefined || signal.aborted) return LEFT;
  const definition = await findDefinition(used, named, signal);
  if (signal.aborted) return LEFT;
  if (definition === undefined) return refuse(named, used);
  const values = await check(isJsonObject(definition['inputSchema']) ? definition['inputSchema'] : {});
  if (values === undefined || !(await confirmDestructive(parts, named, { definition, values })) || signal.aborted) {
    return LEFT;
  }
  onStatus('Calling the tool…');
  const begun = systemClock.now();
  const request = { tool: toToolId(server, tool), arguments: values, origin: 'person', onProgress } as const;
  const outcome = await used.caller.call(request, signal);
  return { kind: 'called', outcome, ms: systemClock.now() - begun };
}

/** The tool as its server defines it, when that has started; `undefined` where it does not have it. */
async function findDefinition(
  { yard, configuration }: ClosableYard,
  { server, tool }: ToolSubject,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const ms = configuration.settings.startTimeoutMs;
  await withDeadline({ clock: systemClock, ms, signal }, (until) => yard.settled({ key: server, signal: until }));
  return yard.catalogue.listOf('tools', server).find(({ name }) => name === tool)?.definition;
}

/** Servers say themselves what their tools do; one that says it destroys something is asked about, with the arguments. */
async function confirmDestructive(
  { editor }: ServerParts,
  { server, tool }: ToolSubject,
  { definition, values }: { readonly definition: JsonObject; readonly values: JsonObject },
): Promise<boolean> {
  const { annotations } = definition;
  const isDestructive =
    isJsonObject(annotations) && annotations['destructiveHint'] === true && annotations['readOnlyHint'] !== true;
  if (!isDestructive) return true;
  const detail = `Its server says that it may delete or overwrite something.\n\n${JSON.stringify(values, undefined, 2)}`;
  return (await editor.confirm(`Call ${toLine(server)}: ${toLine(tool)}?`, detail, 'Call')) === 'Call';
}

function refuse({ server, tool }: ToolSubject, { yard }: ClosableYard): Trial {
  const status = yard.server(server);
  if (status === undefined || status.state === 'running') {
    const message = `Server "${toLine(server)}" has no tool "${toLine(tool)}" any more. Refresh the list of servers.`;
    return { kind: 'refused', message, canStart: false };
  }
  const why = status.reason === undefined ? `it is ${status.state}` : toLine(status.reason);
  const message = `${toLine(tool)} was not called, because server "${toLine(server)}" is not available: ${why}`;
  return { kind: 'refused', message, canStart: true };
}
