import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { HOSTILE_FILES, putHostileFile, waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './lock-folder.ts';
import { identifyThisProcess } from './process-identity.ts';

let root: string;
let folder: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolyard-lock-'));
  folder = join(root, 'data');
  file = `${folder}.lock`;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const hold = (changes: object): void => writeFileSync(file, JSON.stringify({ ...identifyThisProcess(), ...changes }));

/** The number of a process that ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

function refusal(): ToolyardError {
  try {
    lockFolder(folder);
  } catch (error) {
    if (ToolyardError.is(error)) return error;
  }
  throw new Error('The lock was given.');
}

describe('lockFolder', () => {
  it('stands outside the folder, is readable by its owner alone, and goes when it is released', () => {
    const lock = lockFolder(folder);
    expect(readdirSync(root)).toEqual(['data.lock']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    lock.release();
    expect(readdirSync(root)).toEqual([]);
    lockFolder(folder).release();
  });

  it.skipIf(process.platform === 'win32').each(HOSTILE_FILES.filter((kind) => kind !== 'a link to itself'))(
    'is refused where %s lies in its place',
    (kind) => {
      putHostileFile(file, kind);
      expect(refusal().message).toMatch(
        / is in use by another process\. .* If you are sure that it no longer runs, delete /,
      );
    },
  );

  it('is refused while a process holds it, which is named', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    hold({ pid: other.pid, started: '', command: 'toolyard up' });
    const { code, message } = refusal();
    expect(code).toBe('database-refused');
    expect(message).toBe(
      `The task data in ${folder} is in use by process ${other.pid} on ${hostname()} (toolyard up). Stop that process, use its address ` +
        `instead, or keep tasks in a PostgreSQL, which several processes can share: "toolyard tasks serve" with DATABASE_URL. ` +
        `If you are sure that it no longer runs, delete ${file}.`,
    );
    other.kill('SIGKILL');
    await new Promise((resolve) => void other.once('exit', resolve));
    lockFolder(folder).release();
  });

  it('is refused to the process that holds it already', () => {
    const lock = lockFolder(folder);
    expect(refusal().message).toContain(`process ${process.pid} (this one)`);
    lock.release();
  });

  it('is taken over from a process that is gone', () => {
    hold({ pid: deadPid() });
    const lock = lockFolder(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, folder });
    lock.release();
    expect(existsSync(file)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is taken over where the number now belongs to another process', () => {
    hold({ started: 'an earlier boot/1' });
    lockFolder(folder).release();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from a process that ended and that nobody asked about',
    async () => {
      // The shell's child becomes a zombie: it ends when the shell has turned into a program that asks about no children.
      const shell = spawn('/bin/sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      const pid = Number(String((await once(shell.stdout, 'data'))[0]));
      await waitUntil(() => readFileSync(`/proc/${shell.pid}/comm`, 'utf8') === 'sleep\n');
      shell.stdin.end();
      await waitUntil(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
      hold({ pid, started: '' });
      lockFolder(folder).release();
      shell.kill('SIGKILL');
      await once(shell, 'exit');
    },
  );

  it('is not taken over from another host, whose processes cannot be asked', () => {
    hold({ pid: deadPid(), host: 'elsewhere' });
    expect(refusal().message).toContain('on elsewhere');
  });

  it('is not taken over where the file says nothing, since a person may know more', () => {
    writeFileSync(file, 'not ours');
    expect(refusal().message).toContain('in use by another process');
  });

  it('leaves a lock alone that is no longer its own', () => {
    const lock = lockFolder(folder);
    writeFileSync(file, 'someone else');
    lock.release();
    expect(readFileSync(file, 'utf8')).toBe('someone else');
  });
});
