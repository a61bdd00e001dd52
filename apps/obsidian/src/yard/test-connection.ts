import { isJsonObject, withDeadline, type JsonObject, type ServerStatus, type Yard } from '@toolyard/core';
import { createPrivateYard, describeFailure, type Host, type ServerEntry } from '@toolyard/host';
import type { ConnectionTest } from './plugin-servers.ts';
import { toServerTool } from './server-views.ts';

/** What is tested. */
export interface TestedServer {
  readonly name: string;
  /** As it stands in a configuration file; values of secrets stand in it. */
  readonly entry: ServerEntry;
}

/** How a test is done. */
export interface ConnectionTestOptions {
  /** The most milliseconds it may take. */
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Starts a server of its own by a definition, lists its tools, and ends it. */
export async function testConnection(
  host: Host,
  { name, entry }: TestedServer,
  { limitMs, signal }: ConnectionTestOptions,
): Promise<ConnectionTest> {
  const file = {
    mcpServers: { [name]: { ...entry, enabled: true, start: 'eager' } },
    // One try: whoever tests wants to know at once.
    toolyard: { startTimeoutMs: limitMs, retryDelaysMs: [] },
  };
  const yard = await createPrivateYard(host, file);
  try {
    return await readConnection(host, yard, { name, limitMs, signal });
  } finally {
    await yard.stop();
  }
}

/** Waits for a server of a yard, and says what came of it. */
export async function readConnection(
  { clock }: Pick<Host, 'clock'>,
  yard: Yard,
  { name, limitMs, signal }: ConnectionTestOptions & Pick<TestedServer, 'name'>,
): Promise<ConnectionTest> {
  const begun = clock.now();
  await withDeadline({ clock, ms: limitMs, signal }, (until) => yard.settled({ key: name, signal: until }));
  const status = yard.server(name);
  if (status?.state === 'running') {
    const tools = yard.catalogue.listOf('tools', name).map(toServerTool);
    return { ok: true, tools, ms: clock.now() - begun };
  }
  return {
    ok: false,
    reason: explain(name, status, limitMs),
    lastLines: status?.lastLines ?? [],
    ...(status?.state === 'needs-login' && { needsLogin: true }),
  };
}

function explain(name: string, status: ServerStatus | undefined, limitMs: number): string {
  if (status?.state === 'starting') {
    return `Server "${name}" was not ready after ${limitMs / 1000} s. Check what it waits for, or allow it more time.`;
  }
  return (status && describeFailure(status)) ?? `Server "${name}" is not connected.`;
}

/** The same definition with the values of its inputs in place of their names. */
export function fillInputs(entry: JsonObject, valueOf: (id: string) => string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, fill(value, valueOf)]));
}

function fill(value: unknown, valueOf: (id: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, valueOf));
  if (isJsonObject(value)) return fillInputs(value, valueOf);
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\$\$|\$\{input:([^}]*)\}/g, (found, id?: string) =>
    // A value is no text in which variables are looked for.
    id === undefined ? found : (valueOf(id)?.replaceAll('$', '$$$$') ?? found),
  );
}
