import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const DIST = fileURLToPath(new URL('../../../apps/cli/dist', import.meta.url));

/** The source files that are loaded before anything is asked for; the bundler names each where it begins. */
function sourcesOf(entry: string): readonly string[] {
  const files = new Set([join(DIST, entry)]);
  for (const file of files) {
    const imported = readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;'"]*["'](\.[^"']+)["'];$/gm);
    for (const [, path = ''] of imported) files.add(resolve(dirname(file), path));
  }
  return [...files].flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^\/\/ (?:\.\.\/)*(\S+\.\w+)$/gm), ([, path = '']) => path),
  );
}

describe('what is loaded at the start', () => {
  it('is nothing of hooks, documents or tasks for a command', () => {
    const sources = sourcesOf('toolyard.js');
    expect(sources).toContain('src/hooks-commands.ts');
    expect(
      sources.filter((file) =>
        /packages\/(hooks|documents|tasks|host\/src\/(hooks|documents))\/|node_modules\/(yaml|ajv)\//.test(file),
      ),
    ).toEqual([]);
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
