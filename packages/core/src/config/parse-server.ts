import { toVisible } from '../text/to-visible.ts';
import type { CommandServer, DockerOptions, ServerDefinition, ToolSelection, UrlServer } from './configuration.ts';
import type { PathContext } from './path-context.ts';
import { type Place, type ReadContext, readMembers, refuseValue } from './place.ts';
import { readFields } from './read-shape.ts';
import { FOREIGN_SERVER_FIELDS, SERVER_FIELDS, SERVER_KEY } from './server-fields.ts';
import { BUILTIN_NAMES, findConflict } from './server-rules.ts';

/** A server's fields as the table of fields leaves them. */
interface ServerEntry {
  readonly type?: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly docker?: DockerOptions;
  readonly name?: unknown;
  readonly enabled: boolean;
  readonly disabled?: boolean;
  readonly tools?: ToolSelection;
}

type Common = Omit<CommandServer, 'kind' | 'command' | 'args' | 'env' | 'cwd'>;

const RELATIVE = /^\.\.?([\\/]|$)/;
/** Not a name for PATH, not a whole command line, and not one that starts with a variable, which is not known yet. */
const RELATIVE_PROGRAM = /^(?![\\~$]|[A-Za-z]:)[^/\s]+\//;
const COMMON_FIELDS = ['timeoutMs', 'concurrentLimit', 'naming', 'trust', 'start', 'idleStopMs', 'sharing', 'era'];

/** Reads one server; `undefined` where anything of it is wrong, which is reported. */
export function parseServer(
  key: string,
  place: Place,
  context: ReadContext & { readonly isUsed: boolean },
  paths: PathContext,
): ServerDefinition | undefined {
  const { reporter, isUsed } = context;
  const before = reporter.count;
  const secretsBefore = context.secrets?.length ?? 0;
  checkKey(key, place, context);
  if (place.node.type !== 'object') {
    reporter.problem({ offset: place.node.offset, path: place.path, message: 'Server config must be an object' });
    return undefined;
  }
  const inside = { ...place, around: place.path.length };
  const { expand: _expand, ...asWritten } = context;
  const used = isUsed || isSwitchedOn(inside) ? context : asWritten;
  const values = readFields(inside, SERVER_FIELDS, used, FOREIGN_SERVER_FIELDS);
  const entry = values as unknown as ServerEntry;
  checkRules(inside, entry, context);
  if (reporter.count !== before) return undefined;
  const definition = toDefinition(key, values, entry, paths);
  const secrets = context.secrets?.slice(secretsBefore) ?? [];
  const missing = context.missing?.get(key);
  return {
    ...definition,
    ...(secrets.length === 0 ? {} : { secrets }),
    ...(missing === undefined ? {} : { missing: [...missing] }),
  };
}

function checkKey(key: string, { node, path }: Place, { reporter }: ReadContext): void {
  if (SERVER_KEY.test(key)) return;
  reporter.problem({ offset: node.parent?.offset ?? node.offset, path, message: explainKey(key) });
}

function explainKey(key: string): string {
  if (key === '') return 'Server key must not be empty';
  if (key.startsWith('-')) return 'Server key must not start with "-", because commands would read it as an option';
  const [unseen] = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.exec(key) ?? [];
  return unseen === undefined
    ? 'Server key must have 1 to 64 characters, no colon and no control character'
    : `Server key must not contain invisible characters such as ${toVisible(unseen)}; remove them`;
}

/** Looks only at the two switches, since whether variables are put in depends on them. */
function isSwitchedOn({ node }: Place): boolean {
  const read = (name: string): unknown =>
    node.children?.find((member) => member.children?.[0]?.value === name)?.children?.[1]?.value;
  return read('enabled') !== false && read('disabled') !== true;
}

function checkRules(place: Place, entry: ServerEntry, context: ReadContext): void {
  const { reporter } = context;
  const members = new Map(readMembers(place).map((member) => [member.key, member.place]));
  const report = (field: string, message: string): void => {
    const offset = (members.get(field) ?? place).node.offset;
    reporter.problem({ offset, path: [...place.path, field], message });
  };
  const conflict = findConflict(new Set(members.keys()), entry.type);
  if (conflict !== undefined) report(conflict.field, conflict.message);
  const name = members.get('name');
  if (entry.type === 'builtin' && name !== undefined && !BUILTIN_NAMES.includes(String(entry.name))) {
    refuseValue(name, { kind: 'choice', values: BUILTIN_NAMES }, context);
  }
  if (members.has('enabled') && members.has('disabled') && entry.enabled === entry.disabled) {
    report('disabled', '"enabled" and "disabled" contradict each other; keep one of them');
  }
}

function toDefinition(
  key: string,
  values: Readonly<Record<string, unknown>>,
  entry: ServerEntry,
  paths: PathContext,
): ServerDefinition {
  const picked = COMMON_FIELDS.filter((field) => field in values).map((field) => [field, values[field]] as const);
  const common = {
    key,
    enabled: entry.enabled && entry.disabled !== true,
    tools: entry.tools ?? { exclude: [], rename: {} },
    ...Object.fromEntries(picked),
  } as Common;
  if (entry.docker !== undefined) return toDockerServer(common, entry.docker, entry, paths);
  if (entry.url !== undefined) return { ...common, kind: 'url', ...toEndpoint(entry.url, entry) };
  if (entry.command !== undefined) return toCommandServer(common, entry.command, entry, paths);
  return { ...common, kind: 'builtin', name: 'tasks' };
}

function toCommandServer(common: Common, command: string, entry: ServerEntry, paths: PathContext): CommandServer {
  const { folder, resolvePath } = paths;
  const { args, env, cwd } = entry;
  const server = { ...common, kind: 'command' as const, command, args, env, cwd: cwd ?? folder };
  if (resolvePath === undefined) return cwd === undefined ? server : { ...server, folder };
  return {
    ...server,
    command: RELATIVE_PROGRAM.test(command) ? resolvePath(folder, command) : toAbsolute(command, paths),
    cwd: cwd === undefined ? folder : resolvePath(folder, cwd),
  };
}

function toDockerServer(
  common: Common,
  docker: DockerOptions,
  entry: ServerEntry,
  paths: PathContext,
): ServerDefinition {
  // Docker takes absolute sources only; without a dot in front a source is the name of a volume.
  const mounts = docker.mounts.map((mount) => {
    const colon = mount.indexOf(':');
    return colon < 0 ? mount : toAbsolute(mount.slice(0, colon), paths) + mount.slice(colon);
  });
  const isWritten = paths.resolvePath === undefined && mounts.length > 0;
  const made = {
    ...common,
    ...(isWritten && { folder: paths.folder }),
    kind: 'docker' as const,
    docker: { ...docker, mounts },
  };
  return entry.url === undefined ? made : { ...made, endpoint: toEndpoint(entry.url, entry) };
}

function toEndpoint(url: string, { type, headers }: ServerEntry): Pick<UrlServer, 'transport' | 'url' | 'headers'> {
  if (type === undefined) return { transport: 'auto', url, headers };
  return { transport: type === 'sse' ? 'sse' : 'http', url, headers };
}

function toAbsolute(path: string, { folder, resolvePath }: PathContext): string {
  return resolvePath !== undefined && RELATIVE.test(path) ? resolvePath(folder, path) : path;
}
