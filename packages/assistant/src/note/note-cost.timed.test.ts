import { parseNote } from '@toolyard/documents';
import { createFakeClock, startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createTestNote, type TestNote } from '../../test/create-test-note.ts';
import { createAnswerWriter } from './create-answer-writer.ts';
import { findConversation } from './find-conversation.ts';
import { MESSAGE_NAMES } from './message-names.ts';
import { readConversation } from './read-conversation.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy `dog<T>` and sleeps until the evening comes.\n';
const ANSWER = `${SENTENCE}${SENTENCE}\n## Steps\n\n- one\n- two\n\n\`\`\`ts\n// code\nconst a = 1;\n\`\`\`\n\n`;

describe('a note of 10,000 lines', () => {
  const turns = Array.from(
    { length: 200 },
    (_, turn) => `#User : question ${turn}\n\n#Assistant :\n\n${SENTENCE.repeat(46)}`,
  );
  const text = `---\na: b\n---\n${turns.join('\n')}\n#User : last\n`;

  it('is read in the time of a few parses', () => {
    expect(text.split('\n').length).toBeGreaterThan(10_000);
    const parsed = startCpuClock();
    const note = parseNote(text, { servers: ['weather'] });
    const parseMs = parsed();
    const read = startCpuClock();
    const { messages } = readConversation(note, findConversation(note, MESSAGE_NAMES));
    expect(messages).toHaveLength(400);
    expect(read()).toBeLessThan(500 + 10 * parseMs);
  });

  it('takes an answer at less than 5 ms of CPU per kilobyte', async () => {
    const answer = ANSWER.repeat(150);
    // The first rounds are spent on compiling the code.
    const costs: number[] = [];
    for (let round = 0; round < 5; round++) {
      const used = startCpuClock();
      const { updates } = await stream(text, answer);
      costs.push(used() / (answer.length / 1000));
      expect(updates).toBeGreaterThan(answer.length / 1000);
    }
    expect(Math.min(...costs)).toBeLessThan(5);
  });
});

/** Writes two times for each kilobyte. */
async function stream(text: string, answer: string): Promise<TestNote> {
  const store = createTestNote(text);
  const clock = createFakeClock();
  const writer = createAnswerWriter({ store, clock, note: text, id: 'a', names: MESSAGE_NAMES });
  for (let at = 0; at < answer.length; at += 50) {
    writer.take({ type: 'text', text: answer.slice(at, at + 50) });
    if (at % 500 !== 0) continue;
    clock.advance(60_000);
    await store.settled();
  }
  writer.take({ type: 'end', reason: 'stop' });
  await writer.finished();
  return store;
}
