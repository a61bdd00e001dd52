import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const DIST = fileURLToPath(new URL('../../../apps/cli/dist', import.meta.url));

/** The files that are loaded before anything is asked for. */
function filesOf(entry: string): readonly string[] {
  const files = new Set([join(DIST, entry)]);
  for (const file of files) {
    const imported = readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;'"]*["'](\.[^"']+)["'];$/gm);
    for (const [, path = ''] of imported) files.add(resolve(dirname(file), path));
  }
  return [...files];
}

/** The sources in them; the bundler names each where it begins. */
function sourcesOf(entry: string): readonly string[] {
  return filesOf(entry).flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^\/\/ (?:\.\.\/)*(\S+\.\w+)$/gm), ([, path = '']) => path),
  );
}

describe('what is loaded at the start', () => {
  it('is nothing of hooks, documents or tasks for a command', () => {
    const sources = sourcesOf('commands.js');
    expect(sources).toContain('src/hooks-commands.ts');
    expect(
      sources.filter((file) =>
        /packages\/(hooks|documents|tasks|host\/src\/(hooks|documents))\/|node_modules\/(yaml|ajv)\//.test(file),
      ),
    ).toEqual([]);
  });

  it('is a handful of files for a client that starts "serve", without any other command', () => {
    expect(sourcesOf('toolyard.js')).toEqual(['src/bin/toolyard.ts']);
    const [chunk = ''] =
      /(?<=import\("\.\/)chunks\/serve-[^"]+/.exec(readFileSync(join(DIST, 'serve.js'), 'utf8')) ?? [];
    const files = new Set(['serve.js', chunk].flatMap(filesOf));
    expect(files.size).toBeLessThanOrEqual(24);
    const commands = ['serve.js', chunk].flatMap(sourcesOf).filter((file) => file.startsWith('src/commands/'));
    expect(commands).toContain('src/commands/serve.ts');
    expect(commands.filter((file) => /(call|run|status|up|hooks-\w+|tasks-\w+)\.ts$/.test(file))).toEqual([]);
  });

  it('is next to nothing for "hooks fire --no-wait", which git runs after every commit', () => {
    const files = filesOf('fire.js');
    expect(files.length).toBeLessThanOrEqual(6);
    const bytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
    expect(bytes).toBeLessThan(64 * 1024);
    expect(sourcesOf('fire.js')).toContain('packages/host/src/hooks/enter/leave-events.ts');
    // Whoever hands an event over loads that, and whoever is told by git what reads its logs.
    expect(files.filter((file) => /node:(?:net|zlib|child_process)/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('is of hooks only what the API gives to programs', () => {
    const sources = sourcesOf('index.js');
    expect(sources.filter((file) => /packages\/hooks\/|node_modules\/(yaml|ajv)\//.test(file)).toSorted()).toEqual([
      'packages/hooks/src/hook/hook.ts',
      'packages/hooks/src/hook/is-valid-mcp-params.ts',
      'packages/hooks/src/hook/is-valid-mcp-server.ts',
      'packages/hooks/src/hook/to-display-name.ts',
      'packages/hooks/src/run/describe-server-state.ts',
    ]);
  });
});
