import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNoteFile } from './create-note-file.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-note-'));
  path = join(folder, 'note.md');
  await writeFile(path, '\ufeffone\r\n');
});
afterEach(() => rm(folder, { recursive: true }));

it('keeps every byte that an edit does not change, and the rights of the file', async () => {
  await chmod(path, 0o640);
  const file = createNoteFile(path);
  expect(await file.read()).toBe('\ufeffone\r\n');
  await file.update((text) => `${text}two`);
  expect(await readFile(path, 'utf8')).toBe('\ufeffone\r\ntwo');
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  await file.attach('a.png', Uint8Array.of(1), true);
  expect((await stat(join(folder, 'a.png'))).mode & 0o777).toBe(0o640);
  await rm(join(folder, 'a.png'));
  expect(await readdir(folder)).toEqual(['note.md']);
});

it.runIf(process.getuid?.() === 0)('leaves the note to its owner where the superuser writes it', async () => {
  await chown(path, 1234, 1235);
  const file = createNoteFile(path);
  await file.update((text) => `${text}two`);
  await file.attach('a.png', Uint8Array.of(1), true);
  for (const each of [path, join(folder, 'a.png')]) expect(await stat(each)).toMatchObject({ uid: 1234, gid: 1235 });
});

it('gives an edit the text of somebody who wrote meanwhile', async () => {
  let times = 0;
  await createNoteFile(path).update((text) => {
    if (++times === 1) writeFileSync(path, 'other');
    return `${text}!`;
  });
  expect(times).toBe(2);
  expect(await readFile(path, 'utf8')).toBe('other!');
});

it('gives up on a file that changes all the time, and leaves nothing behind', async () => {
  let times = 0;
  const update = createNoteFile(path).update((text) => {
    writeFileSync(path, `other ${++times}`);
    return `${text}!`;
  });
  await expect(update).rejects.toMatchObject({
    code: 'note-not-written',
    message: expect.stringMatching(/it keeps changing/),
  });
  expect(await readdir(folder)).toEqual(['note.md']);
});

it('does not touch a file whose text stays the same', async () => {
  const before = await stat(path);
  await createNoteFile(path).update((text) => text);
  expect((await stat(path)).ino).toBe(before.ino);
});

it('writes through a link', async () => {
  const link = join(folder, 'link.md');
  await symlink(path, link);
  await createNoteFile(link).update(() => 'new');
  expect(await readFile(path, 'utf8')).toBe('new');
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
});

it('leaves a file alone that is no UTF-8', async () => {
  await writeFile(path, Buffer.from([0x61, 0xff]));
  await expect(createNoteFile(path).update(() => 'x')).rejects.toMatchObject({
    message: expect.stringMatching(/not UTF-8 text/),
  });
  expect(await readFile(path)).toEqual(Buffer.from([0x61, 0xff]));
});

it('writes files beside the note, and nowhere else', async () => {
  const file = createNoteFile(path);
  await file.attach('a.png', Uint8Array.of(1), true);
  await file.attach('a.png', Uint8Array.of(2), true);
  expect(await readFile(join(folder, 'a.png'))).toEqual(Buffer.from([2]));
  await expect(file.attach('../a.png', Uint8Array.of(1), true)).rejects.toMatchObject({ code: 'note-not-written' });
});

it('replaces only what it may, and never a folder', async () => {
  const file = createNoteFile(path);
  const place = join(folder, 'a.png');
  await writeFile(place, 'mine');
  expect(await file.attach('a.png', Uint8Array.of(1), false)).toBe(false);
  expect(await readFile(place, 'utf8')).toBe('mine');
  expect(await file.attach('a.png', Buffer.from('mine'), false)).toBe(true);
  await rm(place);
  await mkdir(place);
  for (const mayReplace of [true, false]) {
    expect(await file.attach('a.png', Uint8Array.of(1), mayReplace)).toBe(false);
  }
  expect(await readdir(folder)).toEqual(['a.png', 'note.md']);
});

it('says which note is missing', async () => {
  await expect(createNoteFile(join(folder, 'no.md')).read()).rejects.toMatchObject({
    message: expect.stringMatching(/no\.md" could not be read/),
  });
});
