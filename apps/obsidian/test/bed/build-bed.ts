import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
// @ts-expect-error -- a script, which has no types
import { bundlePlugin } from '../../bundle.mjs';

/** The files of a bed. */
export interface BuiltBed {
  readonly folder: string;
  /** The builtins of Node that the plugin's bundle needs. */
  readonly builtins: readonly string[];
  remove(): void;
}

const bundle: (folder: string) => Promise<Pick<BuiltBed, 'builtins'>> = bundlePlugin;

const PAGE = `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="app.css">
<link rel="stylesheet" href="settings.css">
<link rel="stylesheet" href="styles.css">
<body class="theme-light"><script type="module" src="page.js"></script></body>
`;

/** Bundles the plugin as it is released, the page that it is loaded in, and the Node of that page. */
export async function buildBed(): Promise<BuiltBed> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bed-'));
  const common = { bundle: true, logLevel: 'warning', conditions: ['@toolyard/source'] } satisfies BuildOptions;
  const [{ builtins }] = await Promise.all([
    bundle(folder),
    build({
      ...common,
      entryPoints: [pathOf('page/main.ts')],
      outfile: join(folder, 'page.js'),
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
    }),
    build({
      ...common,
      entryPoints: [pathOf('node/serve-window.ts')],
      outfile: join(folder, 'serve-window.cjs'),
      format: 'cjs',
      platform: 'node',
    }),
  ]);
  writeFileSync(join(folder, 'index.html'), PAGE);
  for (const name of ['app.css', 'settings.css']) copyFileSync(pathOf(`page/${name}`), join(folder, name));
  return { folder, builtins, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
