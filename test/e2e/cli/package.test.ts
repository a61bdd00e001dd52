import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInstalledPackage } from './describe-installed-package.ts';
import { installPackage, type InstalledPackage } from './install-package.ts';
import { ROOT } from './run-toolyard.ts';

let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage(process.execPath);
});
afterAll(() => installed.remove());

/** Chunks are named by their content, and types follow the sources; which packages they come from is what counts. */
function toKind(path: string): string {
  return path
    .replace(/^dist\/chunks\/[\w-]+\.js$/, 'dist/chunks/*.js')
    .replace(/^dist\/types\/([a-z]+)\/[\w/-]+\.d\.ts$/, 'dist/types/$1/**.d.ts');
}

describe('the packed package, installed offline into an empty folder', () => {
  describeInstalledPackage(() => installed);

  it('needs no other package, and runs nothing when it is installed', async () => {
    const { stdout } = await installed.run('npm', 'ls', '--all', '--parseable');
    expect(stdout.trim().split('\n')).toHaveLength(2);
    const manifest = JSON.parse(await readFile(join(installed.folder, 'node_modules/toolyard/package.json'), 'utf8'));
    for (const field of ['scripts', 'dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies']) {
      expect(manifest).not.toHaveProperty(field);
    }
  });

  it('holds the product, its types, schemas and licences, and nothing else', () => {
    const kinds = new Set(installed.packed.files.map(({ path }) => toKind(path)));
    expect([...kinds].toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/chunks/*.js',
      'dist/commands.js',
      'dist/embedded/database-worker.mjs',
      'dist/embedded/empty-database.tar.gz',
      'dist/embedded/initdb.wasm',
      'dist/embedded/pglite.data',
      'dist/embedded/pglite.wasm',
      'dist/fire.js',
      'dist/hooks.schema.json',
      'dist/index.js',
      'dist/mcp-simple-aggregator.js',
      'dist/serve.js',
      'dist/toolyard.js',
      'dist/toolyard.schema.json',
      'dist/types/assistant/**.d.ts',
      'dist/types/cli/**.d.ts',
      'dist/types/core/**.d.ts',
      'dist/types/hooks/**.d.ts',
      'dist/types/host/**.d.ts',
      'package.json',
    ]);
  });

  it('does not grow unnoticed', () => {
    const { size, unpackedSize } = installed.packed;
    // In megabytes; three quarters of both are the embedded database, and a tenth is what `serve` has for itself.
    expect(size / 1e6).toBeLessThan(12.5);
    expect(unpackedSize / 1e6).toBeLessThan(30);
  });

  it('has the changelog of the repository', async () => {
    const changelog = await readFile(join(installed.folder, 'node_modules/toolyard/CHANGELOG.md'), 'utf8');
    expect(changelog).toBe(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  });

  it('says nothing of the machine that it was built on', () => {
    const texts = installed.files().filter((file) => /\.(c|m)?js$|\.ts$|\.json$|\.md$|\.txt$/.test(file));
    expect(texts.length).toBeGreaterThan(50);
    const found = texts.filter((file) => {
      const text = readFileSync(file, 'utf8');
      return text.includes(ROOT.replace(/\/$/, '')) || text.includes('sourceMappingURL');
    });
    expect(found).toEqual([]);
  });

  it('gives programs these values, and leads to its schemas and its version', async () => {
    await writeFile(
      join(installed.folder, 'faces.mjs'),
      `import { createRequire } from 'node:module';
       import * as face from 'toolyard';
       const require = createRequire(import.meta.url);
       const { title } = require('toolyard/schema.json');
       console.log(JSON.stringify([Object.keys(face), title, require('toolyard/hooks.schema.json').title,
         require('toolyard/package.json').name]));`,
    );
    expect(JSON.parse((await installed.run('node', 'faces.mjs')).stdout)).toEqual([
      [
        'HOOK_LIMITS',
        'ToolyardError',
        'createYard',
        'isValidMcpParams',
        'isValidMcpServer',
        'isValidMcpTool',
        'isValidParameterMapping',
        'toAvailability',
        'toDisplayName',
      ],
      'Toolyard configuration',
      'Toolyard hooks',
      'toolyard',
    ]);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ])('has types that hold for a strict user without Node types, by the rules of %s', async (resolution, module) => {
    await writeFile(
      join(installed.folder, 'user.ts'),
      `import { createYard, HOOK_LIMITS, isValidMcpServer, type McpTool, type ServerStatus, type ToolOutcome } from 'toolyard';
       import type { CallEvent, CallRecord, Calls, ConfigProblem, ConfigProblemCode, ToolyardError } from 'toolyard';
       import type { AIToolContext } from 'toolyard';
       export const toolsOf = ({ tools, enabledServers, sectionBinding }: AIToolContext): readonly string[] =>
         tools.filter(({ serverId }) => enabledServers.includes(serverId) && serverId === (sectionBinding ?? serverId))
           .map(({ serverName, toolName, description, inputSchema }) => [serverName, toolName, description, inputSchema['type']].join());
       export const run = (context: AIToolContext): Promise<ToolOutcome> => context.executeTool('a', 'b', { c: 1 });
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
    const rules = ['--moduleResolution', resolution, '--module', module, '--skipLibCheck', 'false'];
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', ...rules];
    const checked = await installed.run('node', tsc, ...options, '--types', '', 'user.ts').catch((error) => error);
    expect(checked.stdout).toBe('');
  });
});
