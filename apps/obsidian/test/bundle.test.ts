import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
// @ts-expect-error -- a script, which has no types
import { bundlePlugin } from '../bundle.mjs';

const MOST_BYTES = 2_000_000;

interface Bundled {
  readonly folder: string;
  readonly builtins: readonly string[];
  /** What it is made of, as full paths. */
  readonly files: readonly string[];
}

async function bundle(): Promise<Bundled> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-plugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, ...(await bundlePlugin(folder)) };
}

function readJson(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
}

it('is bundled to the same bytes each time, within its size, and holds no path of a machine', async () => {
  const [first, second] = await Promise.all([bundle(), bundle()]);
  const code = readFileSync(join(first.folder, 'main.js'));
  expect(code.equals(readFileSync(join(second.folder, 'main.js')))).toBe(true);
  expect(code.length).toBeLessThan(MOST_BYTES);
  expect(code.includes(process.cwd())).toBe(false);
});

it('needs of Node what it needed before, all of which the bed carries', async () => {
  expect((await bundle()).builtins).toEqual([
    'node:child_process',
    'node:crypto',
    'node:events',
    'node:fs',
    'node:fs/promises',
    'node:http',
    'node:https',
    'node:net',
    'node:os',
    'node:path',
    'node:stream',
  ]);
});

it('names every package that it holds parts of, with its licence, beside main.js and in it', async () => {
  const { folder, files } = await bundle();
  const packages = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  const named = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(.+\)$/gm)].map(([, name]) => name);
  expect(packages.length).toBeGreaterThan(0);
  // A licence may name more, which its package has taken over.
  expect(named).toEqual(expect.arrayContaining(packages));
  expect(readFileSync(join(folder, 'main.js'), 'utf8')).toContain(licences);
});

it('has one version, which its version list knows', () => {
  const { version, minAppVersion } = readJson('manifest.json');
  expect(readJson('package.json')['version']).toBe(version);
  expect(readJson('versions.json')).toMatchObject({ [String(version)]: minAppVersion });
});
