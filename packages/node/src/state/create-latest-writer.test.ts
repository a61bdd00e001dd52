import { describe, expect, it } from 'vitest';
import { createLatestWriter } from './create-latest-writer.ts';

/** A writer whose writes end when they are let go, with what they were told. */
function createSlowWriter(): {
  readonly texts: string[];
  end(isWritten: boolean): void;
  write(text: string): Promise<boolean>;
} {
  const texts: string[] = [];
  let end: (isWritten: boolean) => void = () => undefined;
  return {
    texts,
    end: (isWritten) => end(isWritten),
    write(text) {
      texts.push(text);
      return new Promise((resolve) => (end = resolve));
    },
  };
}

describe('createLatestWriter', () => {
  it('writes the last of a burst, and nothing between it and what is being written', async () => {
    const slow = createSlowWriter();
    const writer = createLatestWriter((text) => slow.write(text));
    for (let count = 0; count < 1000; count++) writer.give(`${count}`);
    await Promise.resolve();
    for (let count = 1000; count < 2000; count++) writer.give(`${count}`);
    slow.end(true);
    await Promise.resolve();
    const flushed = writer.flush();
    await new Promise(setImmediate);
    slow.end(true);
    await flushed;
    expect(slow.texts).toEqual(['999', '1999']);
  });

  it('writes the same text once, but again where that failed', async () => {
    const answers = [false, true];
    const texts: string[] = [];
    const writer = createLatestWriter((text) => {
      texts.push(text);
      return Promise.resolve(answers.shift() ?? true);
    });
    for (let tries = 0; tries < 3; tries++) {
      writer.give('same');
      await writer.flush();
    }
    expect(texts).toEqual(['same', 'same']);
  });
});
