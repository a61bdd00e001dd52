import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, fixture, ROOT } from './run-toolyard.ts';

const run = promisify(execFile);
let place: Awaited<ReturnType<typeof createFolder>>;
const inPlace = (command: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(command, args, {
    cwd: place.folder,
    env: {
      ...process.env,
      TOOLYARD_STATE_DIR: join(place.folder, 'state'),
      TOOLYARD_DATA_DIR: join(place.folder, 'data'),
    },
  });

beforeAll(async () => {
  place = await createFolder({ echo: fixture('echo') });
  // Without its scripts: a build under the feet of other tests would break them.
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', place.folder], {
    cwd: join(ROOT, 'apps/cli'),
  });
  const [{ filename }] = JSON.parse(packed.stdout);
  await writeFile(join(place.folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  await inPlace('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
});
afterAll(() => place.remove());

describe('the packed package, installed offline into an empty folder', () => {
  it('needs no other package', async () => {
    const { stdout } = await inPlace('npm', 'ls', '--all', '--parseable');
    expect(stdout.trim().split('\n')).toHaveLength(2);
  });

  it('has both commands', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'apps/cli/package.json'), 'utf8'));
    expect((await inPlace('npx', 'toolyard', '--version')).stdout).toBe(`${version}\n`);
    expect((await inPlace('npx', 'mcp-simple-aggregator', '--help')).stdout).toContain('--config <file>');
  });

  it('calls a tool', async () => {
    const { stdout } = await inPlace('npx', 'toolyard', 'call', 'echo:add', 'a=1', 'b=2', '--config', place.file);
    expect(stdout).toBe('3\n');
  });

  it('carries the embedded database of the tasks', async () => {
    const file = join(place.folder, 'tasks.json');
    await writeFile(file, '{ "mcpServers": { "tasks": { "type": "builtin", "name": "tasks" } } }');
    const { stdout } = await inPlace(
      'npx',
      'toolyard',
      'call',
      'tasks:create_task',
      'title=buy milk',
      '--config',
      file,
    );
    expect(stdout).toContain('Created [ ] #1 buy milk');
  }, 120_000);

  it('gives programs a yard', async () => {
    await writeFile(
      join(place.folder, 'user.mjs'),
      `import { createYard, ToolyardError } from 'toolyard';
       const yard = await createYard({ file: ${JSON.stringify(place.file)} });
       await yard.settled({ signal: AbortSignal.timeout(20_000) });
       const call = { tool: 'echo:echo', arguments: { text: 'from the yard' }, origin: 'person' };
       const { result } = await yard.caller.call(call, AbortSignal.timeout(10_000));
       await yard.stop();
       const error = await createYard({ mcpServers: { a: {} } }).catch((error) => error);
       console.log(JSON.stringify([result, yard.servers()[0].state, ToolyardError.is(error), error.code, error.message,
         error.problems]));`,
    );
    const { stdout } = await inPlace(process.execPath, 'user.mjs');
    expect(JSON.parse(stdout)).toEqual([
      { content: [{ type: 'text', text: 'from the yard' }] },
      'stopped',
      true,
      'config-invalid',
      expect.stringContaining('configuration: $.mcpServers.a'),
      [expect.objectContaining({ code: 'invalid_schema', path: '$.mcpServers.a.command', line: 1 })],
    ]);
  });

  it('has types that hold for a strict user without Node types', async () => {
    await writeFile(
      join(place.folder, 'user.ts'),
      `import { createYard, HOOK_LIMITS, isValidMcpServer, type McpTool, type ServerStatus, type ToolOutcome } from 'toolyard';
       import type { CallEvent, CallRecord, Calls, ConfigProblem, ConfigProblemCode, ToolyardError } from 'toolyard';
       declare const found: unknown;
       export const tools: readonly McpTool[] = isValidMcpServer(found) ? found.tools : [];
       export const yard = await createYard({ mcpServers: { a: { command: 'b' } } });
       export const first: ServerStatus | undefined = yard.servers()[0];
       export const key: string | undefined = first?.key;
       export const calls: Calls = yard.calls;
       export const records: readonly CallRecord[] = calls.history();
       calls.on((event: CallEvent) => event.type);
       export const problemsOf = (error: ToolyardError): readonly ConfigProblem[] => error.problems ?? [];
       export const code: ConfigProblemCode | undefined = first?.code;
       export const longest: number = HOOK_LIMITS.maxTimeoutMs;
       // @ts-expect-error the command is a text
       void createYard({ mcpServers: { a: { command: 1 } } });
       export type Kind = ToolOutcome['kind'];`,
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom'];
    const checked = await inPlace(process.execPath, tsc, ...options, '--types', '', 'user.ts').catch((error) => error);
    expect(checked.stdout).toBe('');
  });

  it('carries the schemas and the licences of what it bundles', async () => {
    const { stdout } = await inPlace('find', 'node_modules/toolyard', '-maxdepth', '2', '-type', 'f');
    for (const name of [
      'toolyard.schema.json',
      'hooks.schema.json',
      'THIRD-PARTY-LICENSES.txt',
      'README.md',
      'LICENSE',
    ]) {
      expect(stdout).toContain(name);
    }
    expect(stdout).not.toContain('BUILT');
  });
});
