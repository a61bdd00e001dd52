import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogFile } from './create-log-file.ts';
import { readLog, type ReadLogOptions } from './read-log.ts';

let folder: string;
let file: string;
let texts: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-log-'));
  file = join(folder, 'log.jsonl');
  texts = [];
});
afterEach(() => rm(folder, { recursive: true }));

function line(text: string, server?: string): string {
  return `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', level: 'info', server, text })}\n`;
}

async function read(changes: Partial<ReadLogOptions> = {}): Promise<string[]> {
  const { signal } = new AbortController();
  await readLog({ file, signal, onLine: ({ text }) => texts.push(text), ...changes });
  return texts;
}

/** Follows while `run` does something to the log. */
async function follow(run: () => Promise<void>, changes: Partial<ReadLogOptions> = {}): Promise<void> {
  const controller = new AbortController();
  const reading = read({ follow: true, signal: controller.signal, ...changes });
  await run();
  controller.abort();
  await reading;
}

describe('readLog', () => {
  it('reads nothing where there is no log', async () => {
    expect(await read()).toEqual([]);
  });

  it('reads what was moved aside first, and skips what is no line', async () => {
    await writeFile(join(folder, 'log.1.jsonl'), line('one') + line('two'));
    await writeFile(file, `${line('three')}nonsense\n{"at":"x"}\n${line('four')}{"at":"2026`);
    expect(await read()).toEqual(['one', 'two', 'three', 'four']);
  });

  it('reads the lines of one server, and the last of them', async () => {
    await writeFile(
      file,
      line('a1', 'a') + line('b1', 'b') + line('a2', 'a') + line('none') + line('a3', 'a') + line('b2', 'b'),
    );
    expect(await read({ server: 'a' })).toEqual(['a1', 'a2', 'a3']);
    texts = [];
    expect(await read({ server: 'a', tail: 2 })).toEqual(['a2', 'a3']);
    texts = [];
    expect(await read({ tail: 0 })).toEqual([]);
  });

  it('reads the last lines of a long log', async () => {
    await writeFile(file, Array.from({ length: 20_000 }, (_, index) => line(`ü${index}`)).join(''));
    expect(await read({ tail: 3 })).toEqual(['ü19997', 'ü19998', 'ü19999']);
  });

  it('follows from the last lines on, and joins a line that is written in parts', async () => {
    await writeFile(file, line('one') + line('two'));
    await follow(
      async () => {
        await waitUntil(() => texts.length === 1);
        const bytes = Buffer.from(line('thrée'));
        const cut = bytes.indexOf(0xc3) + 1;
        await appendFile(file, bytes.subarray(0, cut));
        await appendFile(file, Buffer.concat([bytes.subarray(cut), Buffer.from(line('four'))]));
        await waitUntil(() => texts.length === 3);
      },
      { tail: 1 },
    );
    expect(texts).toEqual(['two', 'thrée', 'four']);
  });

  it('follows a log that does not exist yet, through being moved aside and being emptied', async () => {
    const log = createLogFile({
      file,
      clock: createFakeClock(),
      secrets: [],
      maxBytes: 5000,
      onFailure: (error) => expect.fail(error.message),
    });
    const expected = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    await follow(async () => {
      // Each step is seen before the next, since two moves within one look lose lines by design.
      for (const [index, text] of expected.entries()) {
        log.write('info', text);
        if (index % 50 === 49) await waitUntil(() => texts.length === index + 1);
      }
      await truncate(file);
      await waitUntil(() => texts.length === 300);
      log.write('info', 'after');
      await waitUntil(() => texts.length === 301);
    });
    await log.flush();
    expect(texts).toEqual([...expected, 'after']);
  });

  it('ends when it is told to', async () => {
    await follow(() => Promise.resolve());
    await read({ follow: true, signal: AbortSignal.abort() });
    expect(texts).toEqual([]);
  });
});
