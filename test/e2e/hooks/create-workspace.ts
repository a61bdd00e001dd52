import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRunRecord, type RunRecord } from '@toolyard/hooks';
import { onTestFinished } from 'vitest';
import { startToolyard, type Finished, type Running } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, type Entry } from '../harness/create-yard-folder.ts';

/** What the server `rec` was asked, as it wrote it down itself. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A workspace with a server `rec` that records its calls, gone after the test together with all that was started. */
export interface Workspace {
  readonly folder: string;
  /** The configuration, which lies elsewhere. */
  readonly config: string;
  /** While this is there, slow tools answer. */
  readonly release: string;
  /** Writes a file of the workspace, with the folders that it needs. */
  write(path: string, text: string): void;
  writeHooks(...hooks: readonly object[]): void;
  /** The whole hooks file, right or wrong. */
  writeHooksText(text: string): void;
  calls(): readonly RecordedCall[];
  /** Calls of slow tools of which the server was told that nobody waits for them any more. */
  cancelled(): readonly RecordedCall[];
  /** All records of runs, the oldest first. */
  log(): Promise<readonly RunRecord[]>;
  /** `toolyard hooks …` to its end. */
  hooks(...words: readonly string[]): Promise<Finished>;
  /** `toolyard hooks …`, which runs on. */
  start(...words: readonly string[]): Running;
  /** `toolyard hooks watch`, when it watches. */
  watch(...words: readonly string[]): Promise<Running>;
}

/** How a workspace differs from others. */
export interface WorkspaceOptions {
  readonly servers?: Readonly<Record<string, Entry>>;
  readonly settings?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Toolyard keeps its state in the workspace, where changes are watched. */
  readonly stateInside?: boolean;
}

/** The line that a watch writes to stderr when it would notice every change. */
export const READY = 'Watching ';

/** An empty workspace. */
export function createWorkspace(options: WorkspaceOptions = {}): Workspace {
  const { servers = {}, settings = {}, env = {}, stateInside = false } = options;
  const place = createYardFolder();
  const root = realpathSync(place.folder);
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  for (const each of [folder, home]) mkdirSync(each);
  const [record, release] = [join(root, 'calls.jsonl'), join(root, 'release')];
  const rec = { ...fixture('records-calls'), env: { RECORD: record, RELEASE: release } };
  const config = place.write('servers.json', { mcpServers: { rec, ...servers }, toolyard: settings });
  const environment = {
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...(stateInside ? { TOOLYARD_STATE_DIR: join(folder, 'state') } : {}),
    ...env,
  };

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  function start(...words: readonly string[]): Running {
    const running = startToolyard(['hooks', ...words, '--config', config], { cwd: folder, env: environment });
    onTestFinished(() => end(running));
    return running;
  }
  async function hooks(...words: readonly string[]): Promise<Finished> {
    const running = start(...words);
    running.child.stdin.end();
    return running.finished;
  }
  return {
    folder,
    config,
    release,
    write,
    writeHooksText: (text) => write('.toolyard/hooks.json', text),
    writeHooks: (...given) => write('.toolyard/hooks.json', JSON.stringify({ version: 1, hooks: given })),
    calls: () => linesOf(record).map((line) => JSON.parse(line)),
    cancelled: () => linesOf(`${record}.cancelled`).map((line) => JSON.parse(line)),
    async log() {
      const { stdout } = await hooks('log', '--json');
      return stdout.split('\n').flatMap((line) => (line === '' ? [] : (parseRunRecord(JSON.parse(line)) ?? [])));
    },
    hooks,
    start,
    async watch(...words) {
      const running = start('watch', ...words);
      await running.saw('stderr', READY);
      return running;
    },
  };
}

/** The texts of all calls of `rec`, in their order. */
export function textsOf({ calls }: Pick<Workspace, 'calls'>): string[] {
  return calls().map((call) => String(call.arguments['text']));
}

/** A hook that calls a tool of `rec` with the text of a template. */
export function noteHook(id: string, trigger: object, text: string, more: object = {}): object {
  return {
    id,
    trigger,
    action: { type: 'mcp', parameters: { serverId: 'rec', toolName: 'note', parameterMappings: [toText(text)] } },
    ...more,
  };
}

/** The same with another tool of `rec`. */
export function toolHook(id: string, event: string, toolName: string, mappings: readonly object[]): object {
  const parameters = { serverId: 'rec', toolName, parameterMappings: mappings };
  return { id, trigger: { event }, action: { type: 'mcp', parameters } };
}

/** The parameter `text` from a template. */
export function toText(template: string): object {
  return { toolParam: 'text', source: 'template', value: template };
}

async function end({ child, finished }: Running): Promise<void> {
  child.stdout.resume();
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await finished;
  clearTimeout(force);
}

/** The whole lines of a file: the last one may be half written. */
function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}
