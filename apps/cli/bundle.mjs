// Makes the package that is published: the commands and the API in single files, with types, schemas and licences.
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleEmbedded } from '../../packages/tasks/embedded/bundle-embedded.mjs';
import { collectLicences } from '../../tools/collect-licences.mjs';
import { copyDeclarations } from './copy-declarations.mjs';
import { followBarrel, STATEMENT, toNames } from './follow-barrels.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const dist = join(here, 'dist');

const OWN_SOURCE = /[\\/](apps|packages)[\\/][a-z]+[\\/]src[\\/].*\.ts$/;

rmSync(join(dist, 'BUILT'), { force: true });
/** Leaves what the launcher starts to its own bundle. */
const LAUNCHER = {
  name: 'launcher',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    ),
};

const OPTIONS = {
  absWorkingDir: here,
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  minifySyntax: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['@toolyard/source'],
  // jsonc-parser's CommonJS form asks for its own files in a way that no bundler can follow.
  mainFields: ['module', 'main'],
  define: {
    TOOLYARD_VERSION: JSON.stringify(JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).version),
  },
  // CommonJS packages ask for Node's own modules through `require`, which a module does not have.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  plugins: [{ name: 'barrels', setup: ({ onLoad }) => onLoad({ filter: OWN_SOURCE }, loadWithoutBarrels) }],
  legalComments: 'eof',
  metafile: true,
  logLevel: 'warning',
};

// What several entries share becomes a file for each combination of them, some ninety for all commands. What clients start shares with nobody:
// some code is there twice, and a client waits for a handful of files.
const outcomes = [
  await build({ ...OPTIONS, entryPoints: { commands: 'src/bin/commands.ts', index: 'src/index.ts' } }),
  await build({
    ...OPTIONS,
    entryPoints: { serve: 'src/bin/serve.ts', 'mcp-simple-aggregator': 'src/bin/mcp-simple-aggregator.ts' },
  }),
  await build({ ...OPTIONS, entryPoints: { fire: 'src/bin/fire.ts' }, banner: {} }),
  await build({ ...OPTIONS, entryPoints: { toolyard: 'src/bin/toolyard.ts' }, banner: {}, plugins: [LAUNCHER] }),
];
const inputs = new Set(outcomes.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
const outputs = new Set(outcomes.flatMap(({ metafile }) => findUsed(metafile)).map((path) => resolve(here, path)));

const embedded = await bundleEmbedded(join(dist, 'embedded'));
removeOldChunks();
for (const name of ['toolyard.js', 'mcp-simple-aggregator.js']) chmodSync(join(dist, name), 0o755);
const bundled = [...[...inputs].map((path) => resolve(here, path)), ...embedded];
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), collectLicences(bundled));
copyDeclarations(join(dist, 'types'), (name) =>
  name === 'cli' ? join(dist, 'declarations') : join(root, 'packages', name, 'dist'),
);
// npm packs only what lies in the package's own folder.
cpSync(join(root, 'CHANGELOG.md'), join(here, 'CHANGELOG.md'));
cpSync(join(root, 'packages/core/schema/toolyard.schema.json'), join(dist, 'toolyard.schema.json'));
cpSync(join(root, 'packages/hooks/schema/hooks.schema.json'), join(dist, 'hooks.schema.json'));
writeFileSync(join(dist, 'BUILT'), '');

// A barrel leads to all of its package, and whoever imports one name of it would load everything, and what that needs.
function loadWithoutBarrels({ path }) {
  const contents = readFileSync(path, 'utf8').replaceAll(STATEMENT, (...[statement, word, type, list, specifier]) =>
    type === undefined ? (importFrom(word, specifier, toNames(list)) ?? statement) : statement,
  );
  return { contents, loader: 'ts' };
}

function importFrom(word, specifier, names) {
  const [, name, entry = ''] = /^@toolyard\/([a-z]+)(\/[a-z]+)?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const folder = join(root, 'packages', name, 'src', entry);
  return followBarrel(readFileSync(join(folder, 'index.ts'), 'utf8'), names)
    .map(([to, found]) => {
      const place = to.startsWith('.') ? join(folder, to) : to;
      return importFrom(word, to, found) ?? `${word} { ${found.join(', ')} } from ${JSON.stringify(place)};`;
    })
    .join('\n');
}

// What only unused code would import is written all the same.
function findUsed({ outputs: written }) {
  const used = new Set();
  const use = (path) => {
    if (written[path] === undefined || used.has(path)) return;
    used.add(path);
    for (const { path: next } of written[path].imports) use(next);
  };
  for (const [path, { entryPoint }] of Object.entries(written)) {
    // A chunk that is imported on demand counts as an entry of its own.
    if (entryPoint !== undefined && !path.startsWith('dist/chunks/')) use(path);
  }
  return [...used];
}

// Chunks are named by their content, so those of an earlier build stay behind.
function removeOldChunks() {
  const chunks = join(dist, 'chunks');
  if (!existsSync(chunks)) return;
  for (const name of readdirSync(chunks)) if (!outputs.has(join(chunks, name))) rmSync(join(chunks, name));
}
