import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

/** Unpacks a `.tar.gz` of plain files and folders, as the embedded database writes it, into a folder that exists. */
export function extractArchive(archive: URL, folder: string): void {
  const bytes = gunzipSync(readFileSync(archive));
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.subarray(at, at + BLOCK);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    const path = join(folder, pathOf(header));
    if (textOf(header, 156, 1) === '5') mkdirSync(path, { recursive: true, mode: 0o700 });
    else writeFileSync(path, bytes.subarray(at + BLOCK, at + BLOCK + size), { mode: 0o600 });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function pathOf(header: Uint8Array): string {
  // Joined to a root first, so that no name leads out of the folder.
  return join('/', textOf(header, 345, 155), textOf(header, 0, 100));
}

function textOf(header: Uint8Array, start: number, length: number): string {
  const text = new TextDecoder().decode(header.subarray(start, start + length));
  return text.split('\0', 1)[0]?.trim() ?? '';
}
