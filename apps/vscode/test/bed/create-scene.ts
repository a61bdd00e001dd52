import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fixturePath, GIT_TEST_ENVIRONMENT, waitUntil } from '@toolyard/testing';
import { approveScene } from './approve-scene.ts';
import type { EditorServerPlace } from './start-editor-server.ts';

/** Generous, since the machines that test this are busy. */
const WAIT_MS = 60_000;

/** What a server `rec` was asked, as it wrote it down itself. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What the folder of a scene has. */
export interface SceneOptions {
  readonly hooks?: readonly object[];
  /** Besides `rec`, which records its calls. */
  readonly servers?: Readonly<Record<string, object>>;
  /** By their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** It is a repository, in which everything is committed. */
  readonly isRepository?: boolean;
}

/** A folder with hooks and servers, which a window can show. */
export interface Scene {
  readonly folder: string;
  /** While this file is there, the tools `slow` and `slow_put` of `rec` answer. */
  readonly release: string;
  write(path: string, text: string): void;
  read(path: string): string;
  writeHooks(...hooks: readonly object[]): void;
  /** Writes the configuration: `rec`, and these. */
  writeServers(servers: Readonly<Record<string, object>>): void;
  /** Approves all servers and hooks, as the person did before the editor was opened. */
  approve(): Promise<void>;
  git(...words: readonly string[]): string;
  calls(): readonly RecordedCall[];
  /** The texts of all calls of `rec`. */
  texts(): readonly string[];
  /** Waits until `rec` was called with this text. */
  untilCalled(text: string): Promise<void>;
  remove(): void;
}

/** Makes the folder; nothing in it is approved. */
export function createScene(editor: Pick<EditorServerPlace, 'home' | 'state'>, options: SceneOptions = {}): Scene {
  const { hooks, servers = {}, files = {}, isRepository = false } = options;
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'ty-scene-')));
  const folder = join(place, 'work');
  const [record, release] = [join(place, 'calls.jsonl'), join(place, 'release')];
  const scene: Scene = {
    folder,
    release,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    writeHooks: (...given) => scene.write('.toolyard/hooks.json', toText({ version: 1, hooks: given })),
    writeServers(more) {
      const rec = toServer('records-calls', { RECORD: record, RELEASE: release });
      scene.write('toolyard.json', toText({ mcpServers: { rec, ...more } }));
    },
    approve: () => approveScene(folder, editor),
    git: (...words) =>
      execFileSync('git', words, { cwd: folder, env: GIT_TEST_ENVIRONMENT, encoding: 'utf8' }).trimEnd(),
    calls: () => linesOf(record).map((line) => parseCall(line)),
    texts: () => scene.calls().map((call) => String(call.arguments['text'])),
    untilCalled: (text) => waitUntil(() => scene.texts().includes(text), WAIT_MS),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
  scene.writeServers(servers);
  if (hooks !== undefined) scene.writeHooks(...hooks);
  for (const [path, text] of Object.entries(files)) scene.write(path, text);
  if (isRepository) {
    scene.git('init', '-q', '-b', 'main');
    scene.git('add', '.');
    scene.git('commit', '-q', '-m', 'Begin');
  }
  return scene;
}

/** The entry of a fixture server. */
export function toServer(fixture: string, env: Readonly<Record<string, string>> = {}): object {
  return { command: process.execPath, args: [fixturePath(`${fixture}.mjs`)], env };
}

/** A hook that calls `note` of `rec` with the text of a template. */
export function noteHook(id: string, trigger: object, template: string, more: object = {}): object {
  return toolHook(
    id,
    trigger,
    { tool: 'note', mappings: [{ toolParam: 'text', source: 'template', value: template }] },
    more,
  );
}

/** A hook that calls a tool of a server, of `rec` where none is named. */
export function toolHook(
  id: string,
  trigger: object,
  call: { readonly server?: string; readonly tool: string; readonly mappings: readonly object[] },
  more: object = {},
): object {
  const parameters = { serverId: call.server ?? 'rec', toolName: call.tool, parameterMappings: call.mappings };
  return { id, trigger, action: { type: 'mcp', parameters }, ...more };
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function parseCall(line: string): RecordedCall {
  return JSON.parse(line) as RecordedCall;
}

/** The whole lines of a file: the last one may be half written. */
function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}
