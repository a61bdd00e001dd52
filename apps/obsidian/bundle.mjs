// Makes the three files that the plugin is released as. The same sources give the same bytes, on every machine.
import { cpSync, mkdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/** What the app brings along. */
const OF_THE_APP = ['obsidian', 'electron', '@codemirror/*', '@lezer/*'];

/** Writes `main.js`, `manifest.json` and `styles.css` to a folder, and gives the names of the Node builtins that `main.js` needs. */
export async function bundlePlugin(folder) {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: ['src/main.ts'],
    outfile: join(folder, 'main.js'),
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@toolyard/source'],
    mainFields: ['module', 'main'],
    external: [...OF_THE_APP, ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
    minify: true,
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
  });
  for (const name of ['manifest.json', 'styles.css']) cpSync(join(here, name), join(folder, name));
  const [output] = Object.values(metafile.outputs);
  const externals = output.imports.filter(({ external }) => external).map(({ path }) => path);
  return [...new Set(externals.filter((name) => name.startsWith('node:') || builtinModules.includes(name)))].toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePlugin(join(here, 'dist'));
