// Makes the package that is published: the commands and the API in single files, with types, schema and licences.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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

removeOldChunks();
for (const name of ['toolyard.js', 'mcp-simple-aggregator.js']) chmodSync(join(dist, name), 0o755);
writeLicences();
copyDeclarations();
copyIfThere(join(root, 'packages/core/schema/toolyard.schema.json'), join(dist, 'toolyard.schema.json'));
writeFileSync(join(dist, 'BUILT'), '');

// Chunks are named by their content, so those of an earlier build stay behind.
function removeOldChunks() {
  const written = new Set(Object.keys(metafile.outputs).map((path) => resolve(here, path)));
  const chunks = join(dist, 'chunks');
  if (!existsSync(chunks)) return;
  for (const name of readdirSync(chunks)) if (!written.has(join(chunks, name))) rmSync(join(chunks, name));
}

function writeLicences() {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) folders.add(resolve(here, match[1]));
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

// Only what the API's types lead to is copied, so that the package shows no types of its insides.
function copyDeclarations() {
  const types = join(dist, 'types');
  rmSync(types, { recursive: true, force: true });
  const folderOf = (name) => (name === 'cli' ? join(dist, 'declarations') : join(root, 'packages', name, 'dist'));
  const seen = new Set();
  const visit = (name, path) => {
    if (seen.has(`${name}/${path}`)) return;
    seen.add(`${name}/${path}`);
    const target = join(types, name, path);
    const text = readFileSync(join(folderOf(name), path), 'utf8').replaceAll(
      /(from\s+|import\(|import\s+)(['"])([^'"]+)\2/g,
      (whole, before, quote, specifier) => {
        const other = /^@toolyard\/([a-z]+)$/.exec(specifier)?.[1];
        if (other === undefined && !specifier.startsWith('.')) return whole;
        const [toName, toPath] =
          other === undefined
            ? [name, join(dirname(path), specifier.replace(/\.[jt]s$/, '.d.ts'))]
            : [other, 'index.d.ts'];
        visit(toName, toPath);
        const to = relative(dirname(target), join(types, toName, toPath.replace(/\.d\.ts$/, '.js'))).replaceAll(
          '\\',
          '/',
        );
        return `${before}${quote}${to.startsWith('.') ? to : `./${to}`}${quote}`;
      },
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  visit('cli', 'index.d.ts');
}

function copyIfThere(from, to) {
  if (existsSync(from)) cpSync(from, to);
}
