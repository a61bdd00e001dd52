import {
  cleanName,
  parseToolId,
  toKeyForms,
  toToolId,
  ToolyardError,
  type CatalogueEntry,
  type ServerStatus,
  type ToolId,
  type Yard,
} from '@toolyard/core';
import { describeBound, describeNotFound, type Binding } from '@toolyard/documents';

/** Which tools there are at one place of one note. */
export interface ToolScope {
  /** That of the section, inside of which only its server is available. */
  readonly binding?: Pick<Binding, 'name' | 'server'> | undefined;
  /** The keys of the only servers; all where absent. */
  readonly servers?: readonly string[] | undefined;
  /** The switches of single tools; all are on where absent. */
  readonly isSwitchedOff?: ((tool: ToolId) => boolean) | undefined;
  /** Why a tool may not be called here, for the model; such a tool is not offered either. */
  readonly explainForbidden?: ((tool: CatalogueEntry) => string | undefined) | undefined;
}

/** The part of a yard that decides which tools there are. */
export type ToolYard = Pick<Yard, 'catalogue' | 'server' | 'servers' | 'settled'>;

/** What may be called at a place, as it is now: servers, switches and sections may change during a conversation. */
export interface ToolAccess {
  /** The tools of enabled servers at this place, in the order of the catalogue. */
  list(): readonly CatalogueEntry[];
  /** The keys of the enabled servers at this place. */
  servers(): readonly string[];
  binding(): string | undefined;
  /** The tool id that a model means: one that it was not told of it may write as its provider writes names, `key__tool`. */
  resolve(name: string): string;
  /** The tool of an id, or why it cannot be called here; waits for a server that is starting. */
  find(tool: string, signal: AbortSignal): Promise<CatalogueEntry | ToolyardError>;
}

/** Where tools are looked for. */
export interface ToolPlace {
  scope(): ToolScope;
  /** Makes `scope` tell how the note is now; a `ToolyardError` that it throws is why no tool can be called. */
  readonly lookAgain?: (() => Promise<void>) | undefined;
}

/** Asks `scope` each time, so that a changed note counts at once. */
export function createToolAccess(yard: ToolYard, place: ToolPlace): ToolAccess {
  const scope = (): ToolScope => place.scope();
  const keysAt = (here: ToolScope): readonly string[] =>
    yard.servers().flatMap(({ key }) => (checkServer(key, yard, here) === undefined ? [key] : []));
  return {
    list() {
      // Finding a section reads a note, so it is done once for all tools.
      const here = scope();
      const keys = new Set(keysAt(here));
      return yard.catalogue.list('tools').filter((entry) => keys.has(entry.server) && isOn(entry, here));
    },
    servers: () => keysAt(scope()),
    binding: () => scope().binding?.server,
    resolve: (name) => resolveName(name, yard),
    async find(tool, signal) {
      const key = parseToolId(tool)?.server;
      if (key === undefined) return toToolNotFound(tool);
      const refused = (await lookAgain(place)) ?? checkServer(key, yard, scope());
      if (refused !== undefined) return refused;
      await yard.settled({ key, signal });
      const unknown = await lookAgain(place);
      const here = scope();
      const late = unknown ?? checkServer(key, yard, here);
      if (late !== undefined) return late;
      const entry = yard.catalogue.find('tools', tool);
      if (entry === undefined) return explainAbsence(tool, yard.server(key));
      const forbidden = here.explainForbidden?.(entry);
      if (forbidden !== undefined) return new ToolyardError('call-denied', forbidden);
      return isSwitchedOff(entry, here)
        ? new ToolyardError('tool-switched-off', `Tool ${tool} is switched off`)
        : entry;
    },
  };
}

async function lookAgain(place: ToolPlace): Promise<ToolyardError | undefined> {
  try {
    await place.lookAgain?.();
    return undefined;
  } catch (error) {
    if (ToolyardError.is(error)) return error;
    throw error;
  }
}

function isOn(entry: CatalogueEntry, here: ToolScope): boolean {
  return !isSwitchedOff(entry, here) && here.explainForbidden?.(entry) === undefined;
}

function isSwitchedOff({ server, name }: CatalogueEntry, here: ToolScope): boolean {
  return here.isSwitchedOff?.(toToolId(server, name)) === true;
}

function resolveName(name: string, yard: ToolYard): string {
  if (yard.catalogue.find('tools', name) !== undefined) return name;
  const forms = yard.servers().flatMap(({ key }) => toKeyForms(key).map((form) => ({ key, form })));
  const [owner] = forms
    .filter(({ form }) => name.startsWith(form))
    .toSorted((left, right) => right.form.length - left.form.length);
  if (owner === undefined) return name;
  const rest = name.slice(owner.form.length);
  const meant = yard.catalogue.listOf('tools', owner.key).find((entry) => cleanName(entry.name) === rest);
  return toToolId(owner.key, meant?.name ?? rest);
}

function toToolNotFound(tool: string): ToolyardError {
  return new ToolyardError('tool-not-found', `Tool not found: ${tool}`);
}

/** Why the tools of a server are not available at a place; `undefined` where they are. */
function checkServer(key: string, yard: ToolYard, { binding, servers }: ToolScope): ToolyardError | undefined {
  if (binding !== undefined && binding.server !== key) {
    return new ToolyardError('server-unavailable', describeBound(binding, key));
  }
  if (servers?.includes(key) === false) {
    const message = `Server ${key} is not available here; this conversation uses ${servers.join(', ') || 'no server'}`;
    return new ToolyardError('server-unavailable', message);
  }
  const status = yard.server(key);
  if (status === undefined) {
    const keys = yard.servers().map((known) => known.key);
    return new ToolyardError('server-not-found', describeNotFound(key, keys));
  }
  if (status.state !== 'disabled') return undefined;
  return new ToolyardError('server-unavailable', `Server ${key} is disabled`);
}

function explainAbsence(tool: string, status: ServerStatus | undefined): ToolyardError {
  if (status === undefined || status.state === 'running' || status.state === 'idle') return toToolNotFound(tool);
  const { key, state, reason } = status;
  const message = `Server ${key} is not available (${state})${reason === undefined ? '' : `: ${reason}`}`;
  return new ToolyardError('server-unavailable', message);
}
