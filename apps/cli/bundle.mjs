// Makes the package that is published: the commands and the API in single files, with types, schema and licences.
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleEmbedded } from '../../packages/tasks/embedded/bundle-embedded.mjs';
import { copyDeclarations } from './copy-declarations.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const dist = join(here, 'dist');

rmSync(join(dist, 'BUILT'), { force: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: {
    toolyard: 'src/bin/toolyard.ts',
    'mcp-simple-aggregator': 'src/bin/mcp-simple-aggregator.ts',
    index: 'src/index.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
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
  legalComments: 'eof',
  metafile: true,
  logLevel: 'warning',
});

const embedded = await bundleEmbedded(join(dist, 'embedded'));
removeOldChunks();
for (const name of ['toolyard.js', 'mcp-simple-aggregator.js']) chmodSync(join(dist, name), 0o755);
writeLicences([...Object.keys(metafile.inputs).map((path) => resolve(here, path)), ...embedded]);
copyDeclarations(join(dist, 'types'), (name) =>
  name === 'cli' ? join(dist, 'declarations') : join(root, 'packages', name, 'dist'),
);
cpSync(join(root, 'packages/core/schema/toolyard.schema.json'), join(dist, 'toolyard.schema.json'));
writeFileSync(join(dist, 'BUILT'), '');

// Chunks are named by their content, so those of an earlier build stay behind.
function removeOldChunks() {
  const written = new Set(Object.keys(metafile.outputs).map((path) => resolve(here, path)));
  const chunks = join(dist, 'chunks');
  if (!existsSync(chunks)) return;
  for (const name of readdirSync(chunks)) if (!written.has(join(chunks, name))) rmSync(join(chunks, name));
}

function writeLicences(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) folders.add(match[1]);
  }
  const texts = [...folders]
    .toSorted((left, right) => left.localeCompare(right))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
      if (file === undefined) throw new Error(`${name} is bundled but has no licence file.`);
      return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    });
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}
