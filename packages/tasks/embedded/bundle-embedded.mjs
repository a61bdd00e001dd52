// Puts what the embedded database needs beside a bundled program: its worker, its WebAssembly files, and the archive of an empty one.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const database = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/** Writes all of it into `outdir`, and gives the files that went into the worker. */
export async function bundleEmbedded(outdir) {
  mkdirSync(outdir, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: ['database-worker.mjs'],
    // In one file, since the database looks for its own files beside the code that asks for them.
    outfile: join(outdir, 'database-worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
  });
  for (const name of ['pglite.wasm', 'pglite.data', 'initdb.wasm'])
    copyFileSync(join(database, name), join(outdir, name));
  copyFileSync(makeArchive(), join(outdir, 'empty-database.tar.gz'));
  return Object.keys(metafile.inputs).map((path) => resolve(here, path));
}

/** The archive of this version, which is made once. */
function makeArchive() {
  const { version } = JSON.parse(readFileSync(join(database, '../package.json'), 'utf8'));
  const file = join(here, '../dist/embedded/empty-database.tar.gz');
  const stamp = `${file}.version`;
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return file;
  const made = spawnSync(process.execPath, [join(here, 'make-data-folder.mjs'), file], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`The archive of an empty database was not made: ${made.stderr}`);
  writeFileSync(stamp, version);
  return file;
}
