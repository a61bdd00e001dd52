import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06_05_4b_50;

/** The files of a ZIP archive, such as a .vsix, by their paths. */
export function readPackedFiles(file: string): ReadonlyMap<string, Buffer> {
  const bytes = readFileSync(file);
  let end = bytes.length - 22;
  while (end > 0 && bytes.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const path = bytes.toString('utf8', at + 46, at + 46 + (name ?? 0));
    files.set(path, readPackedFile(bytes, at));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** One file, by the place of its entry in the directory. */
function readPackedFile(bytes: Buffer, entry: number): Buffer {
  const isStored = bytes.readUInt16LE(entry + 10) === 0;
  const size = bytes.readUInt32LE(entry + 20);
  const header = bytes.readUInt32LE(entry + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + size);
  return isStored ? packed : inflateRawSync(packed);
}
