import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFile, type FileWatch } from './watch-file.ts';

let folder: string;
let file: string;
let seen: string[];
let watched: FileWatch | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-watch-'));
  file = join(folder, 'toolyard.json');
  seen = [];
  await writeFile(file, 'first');
});
afterEach(async () => {
  watched?.close();
  await rm(folder, { recursive: true });
});

function start(path = file): void {
  watched = watchFile(path, () => seen.push(readFileSync(path, 'utf8')));
}

/** Long enough for a change to be told: the absence of a call has no event. */
async function letQuietPass(): Promise<void> {
  await wait(400);
}

describe('watchFile', () => {
  it('tells a write, and each one once', async () => {
    start();
    await writeFile(file, 'second');
    await waitUntil(() => seen.length > 0);
    await writeFile(file, 'third');
    await waitUntil(() => seen.includes('third'));
    await letQuietPass();
    expect(seen).toEqual(['second', 'third']);
  });

  it('tells a burst of writes as one change, with the last text', async () => {
    start();
    // Synchronous, so that a busy machine cannot put a pause between two of them.
    for (let count = 0; count < 20; count++) writeFileSync(file, `text ${count}`);
    await waitUntil(() => seen.includes('text 19'));
    await letQuietPass();
    expect(seen).toEqual(['text 19']);
  });

  it('tells every replacement by another file', async () => {
    start();
    for (const text of ['second', 'third', 'fourth']) {
      await writeFile(join(folder, '.toolyard.json.swp'), text);
      await rename(join(folder, '.toolyard.json.swp'), file);
      await waitUntil(() => seen.includes(text));
    }
    expect(seen).toEqual(['second', 'third', 'fourth']);
  });

  it('waits while the file is missing, and tells when it is back', async () => {
    start();
    await rm(file);
    await letQuietPass();
    expect(seen).toEqual([]);
    await writeFile(file, 'second');
    await waitUntil(() => seen.length > 0);
    await rm(file);
    await writeFile(file, 'third');
    await waitUntil(() => seen.includes('third'));
    expect(seen).toEqual(['second', 'third']);
  });

  it('tells when a file appears that was not there at the start', async () => {
    await rm(file);
    start();
    await writeFile(file, 'second');
    await waitUntil(() => seen.includes('second'));
  });

  it('tells once that the file is gone, and that the same text is there again', async () => {
    const changes: string[] = [];
    watched = watchFile(file, () => changes.push(existsSync(file) ? readFileSync(file, 'utf8') : 'gone'));
    await rm(file);
    await waitUntil(() => changes.length > 0, 10_000);
    await writeFile(file, 'first');
    await waitUntil(() => changes.length > 1, 10_000);
    expect(changes).toEqual(['gone', 'first']);
  });

  it('tells nothing where the text is the same, or another file changes', async () => {
    start();
    await writeFile(file, 'first');
    await rm(file);
    await writeFile(file, 'first');
    await writeFile(join(folder, 'other.json'), 'x');
    await letQuietPass();
    expect(seen).toEqual([]);
  });

  it('tells a change that came between the reading of the file and the watch', async () => {
    const read = createHash('sha256').update('zeroth').digest('hex');
    watched = watchFile(file, () => seen.push(readFileSync(file, 'utf8')), read);
    await waitUntil(() => seen.length > 0);
    expect(seen).toEqual(['first']);
  });

  it('follows a link to its file and to another one', async () => {
    await mkdir(join(folder, 'dotfiles'));
    await writeFile(join(folder, 'dotfiles', 'a.json'), 'first');
    await writeFile(join(folder, 'dotfiles', 'b.json'), 'other');
    const link = join(folder, 'link.json');
    await symlink(join(folder, 'dotfiles', 'a.json'), link);
    start(link);
    await appendFile(join(folder, 'dotfiles', 'a.json'), ' and more');
    await waitUntil(() => seen.includes('first and more'), 1500);
    await symlink(join(folder, 'dotfiles', 'b.json'), join(folder, 'new-link'));
    await rename(join(folder, 'new-link'), link);
    await waitUntil(() => seen.includes('other'), 1500);
    await writeFile(join(folder, 'dotfiles', 'b.json'), 'last');
    await waitUntil(() => seen.includes('last'), 1500);
  });

  it.skipIf(process.platform === 'win32')(
    'tells that a pipe or a folder took its place, and waits for nobody',
    async () => {
      let changes = 0;
      watched = watchFile(file, () => changes++);
      await rm(file);
      spawnSync('sh', ['-c', 'mkfifo "$0"', file]);
      await waitUntil(() => changes === 1, 10_000);
      await rm(file);
      await mkdir(file);
      await waitUntil(() => changes === 2, 10_000);
      await rm(file, { recursive: true });
      await writeFile(file, 'second');
      await waitUntil(() => changes === 3, 10_000);
    },
  );

  it('goes on where the whole folder is replaced', async () => {
    const inside = join(folder, 'project', 'toolyard.json');
    await mkdir(join(folder, 'project'));
    await writeFile(inside, 'first');
    start(inside);
    await rename(join(folder, 'project'), join(folder, 'old'));
    await mkdir(join(folder, 'project'));
    await writeFile(inside, 'second');
    await waitUntil(() => seen.includes('second'));
    await writeFile(inside, 'third');
    await waitUntil(() => seen.includes('third'));
    expect(seen).toEqual(['second', 'third']);
  });

  it('tells nothing after it was closed', async () => {
    start();
    await writeFile(file, 'second');
    watched?.close();
    await letQuietPass();
    expect(seen).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe('second');
  });

  it('does not keep a process alive', () => {
    const stdin = {
      contents: `import { watchFile } from './watch-file.ts'; watchFile(process.argv[1], () => {}); console.log('left')`,
      resolveDir: import.meta.dirname,
    };
    const [built] = buildSync({
      stdin,
      bundle: true,
      platform: 'node',
      conditions: ['@toolyard/source'],
      // One package's CommonJS form cannot be bundled.
      mainFields: ['module', 'main'],
      write: false,
    }).outputFiles;
    const run = spawnSync(process.execPath, ['-e', built?.text ?? '', file], { timeout: 10_000, encoding: 'utf8' });
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: 'left\n' });
  });
});
