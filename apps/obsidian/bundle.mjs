// Makes the three files that the plugin is released as. The same sources give the same bytes, on every machine.
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { collectLicences } from '../../tools/collect-licences.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** What the app brings along. */
const OF_THE_APP = ['obsidian', 'electron', '@codemirror/*', '@lezer/*'];

/** A quarter of a megabyte of messages in other languages, which nobody would see. */
const WITHOUT_LOCALES = {
  name: 'without-locales',
  setup: ({ onLoad }) => onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' })),
};

/**
 * Writes `main.js`, `manifest.json` and `styles.css` to a folder, and the licences of what `main.js` holds of others, which stand at its end
 * too. Gives the names of the Node builtins that `main.js` needs, and the files that it is made of, as full paths.
 */
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
    plugins: [WITHOUT_LOCALES],
    // They stand at the end, whole.
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  for (const name of ['manifest.json', 'styles.css']) cpSync(join(here, name), join(folder, name));
  const [output] = Object.values(metafile.outputs);
  // What tree shaking left nothing of is not in it.
  const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const files = used.map(([path]) => resolve(here, path));
  const licences = collectLicences(files);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences);
  appendFileSync(join(folder, 'main.js'), `/*\nThis file holds parts of:\n\n${licences.replaceAll('*/', '* /')}*/\n`);
  const externals = output.imports.filter(({ external }) => external).map(({ path }) => path);
  const builtins = externals.filter((name) => name.startsWith('node:') || builtinModules.includes(name));
  return { builtins: [...new Set(builtins)].toSorted(), files };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePlugin(join(here, 'dist'));
