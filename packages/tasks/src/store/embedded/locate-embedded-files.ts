import { existsSync } from 'node:fs';

/** The files that the embedded database is made of. */
export interface EmbeddedFiles {
  /** The program of its thread. */
  readonly worker: URL;
  /** The archive of an empty database; without it the first start takes some seconds more. */
  readonly archive?: URL;
}

const WORKER = 'database-worker.mjs';
const ARCHIVE = 'empty-database.tar.gz';

/** Where the worker stands, seen from a bundle, from a chunk of a bundle, and from the sources or what is compiled from them. */
const WORKER_FOLDERS = ['./embedded/', '../embedded/', '../../../embedded/'];

/** Finds them beside the code that runs; a bundle gets them from `bundle-embedded.mjs`. */
export function locateEmbeddedFiles(from: string = import.meta.url): EmbeddedFiles {
  const folder = WORKER_FOLDERS.map((path) => new URL(path, from)).find((url) => existsSync(new URL(WORKER, url)));
  if (folder === undefined) {
    throw new Error(`The embedded database's worker is not installed: there is no ${WORKER} near ${from}.`);
  }
  const archive = ['./', '../dist/embedded/']
    .map((path) => new URL(path + ARCHIVE, folder))
    .find((url) => existsSync(url));
  return { worker: new URL(WORKER, folder), ...(archive === undefined ? {} : { archive }) };
}
