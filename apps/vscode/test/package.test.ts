import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
// @ts-expect-error -- a script, which has no types
import { packExtension } from '../pack/run.mjs';
import { readPackedFiles } from './bed/read-packed-files.ts';

const MOST_BYTES = 2_000_000;

/** What may be in it; pictures and scripts have any name. */
const EXPECTED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|extension\.js|readme\.md|changelog\.md|LICENSE\.txt|THIRD-PARTY-LICENSES\.txt)$/,
  /^extension\/media\/(walkthrough\/)?[\w-]+\.(svg|png|md|css)$/,
  /^extension\/(webview|schemas?)\/[\w-]+\.(js|css|ttf|json)$/,
];

const pack: (folder: string, file: string) => Promise<void> = packExtension;

interface Packed {
  readonly size: number;
  readonly files: ReadonlyMap<string, Buffer>;
}

let packed: Packed;
beforeAll(async () => {
  packed = await packFresh();
});

/** The extension as it is released. */
async function packFresh(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'ty-pack-'));
  try {
    const vsix = join(folder, 'toolyard.vsix');
    await pack(join(folder, 'bundled'), vsix);
    return { size: statSync(vsix).size, files: readPackedFiles(vsix) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('is packed within its size, to the same scripts each time', async () => {
  const again = await packFresh();
  expect(packed.size).toBeLessThan(MOST_BYTES);
  const scripts = [...packed.files].filter(([path]) => path.endsWith('.js'));
  expect(scripts.map(([path]) => path)).toContain('extension/extension.js');
  for (const [path, bytes] of scripts) expect(again.files.get(path)?.equals(bytes), path).toBe(true);
});

it('holds what an editor needs of it, and nothing of the machine that it was made on', () => {
  const { files } = packed;
  const paths = [...files.keys()];
  expect(paths.filter((path) => !EXPECTED.some((pattern) => pattern.test(path)))).toEqual([]);
  const manifest: { readonly main?: string } = JSON.parse(String(files.get('extension/package.json')));
  expect(paths).toContain(join('extension', manifest.main ?? ''));
  for (const [path, bytes] of files) {
    expect(bytes.includes(process.cwd()), path).toBe(false);
    expect(bytes.includes('sourceMappingURL='), path).toBe(false);
  }
});

it('names every package that it holds parts of, with its licence', () => {
  const licences = String(packed.files.get('extension/THIRD-PARTY-LICENSES.txt'));
  expect(licences).toMatch(/^jsonc-parser \d+\.\d+\.\d+ \(MIT\)$/m);
});
