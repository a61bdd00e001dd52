import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Note } from './note.ts';
import { parseNote } from './parse-note.ts';
import { updateNote } from './update-note.ts';

const BLOCKS = 500;
const servers = ['weather'];

/** 2 MB as people write them: sections of paragraphs, lists and quotes, each with a block. */
function createLargeNote(): string {
  const words = 'The quick brown fox jumps over the lazy dog and sleeps in the sun until the evening comes. ';
  const sections = Array.from({ length: BLOCKS }, (_, index) => [
    `## Section ${index}`,
    '',
    ...[4, 6, 9, 5].flatMap((count) => [words.repeat(count).trim(), '']),
    ...Array.from({ length: 8 }, (__, item) => `- item ${item}: ${words}`),
    '',
    '```weather',
    'tool: forecast',
    `city: Town ${index}`,
    'days: 3',
    '```',
    '',
    `> ${words}`,
    `> ${words}`,
    '',
    words.repeat(12),
    '',
  ]);
  return sections.flat().join('\n');
}

const WARM_UP = 2;
const ROUNDS = 31;
const RUNS_A_ROUND = 4;

/** Milliseconds of CPU. Several runs in a row, since a run pays for the garbage of the one before. */
function measure(run: () => unknown): number {
  const before = process.cpuUsage();
  for (let runs = 0; runs < RUNS_A_ROUND; runs++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times as much `run` costs as `base`: the median over a fixed number of rounds in which one follows the other, so
 * that what slows the machine down for a while does so to both, and single rounds do not count.
 */
function compare(run: () => unknown, base: () => unknown): number {
  for (let round = 0; round < WARM_UP; round++) for (const each of [run, base]) measure(each);
  return medianOf(Array.from({ length: ROUNDS }, () => measure(run) / measure(base)));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

describe('a note of 2 MB with 500 blocks', () => {
  const text = createLargeNote();
  const parse = (): Note => parseNote(text, { servers });

  it('costs at most one and a half of a plain block pass', { timeout: 300_000 }, () => {
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(parse().blocks).toHaveLength(BLOCKS);
    const markdown = new MarkdownIt('commonmark');
    const plain = (): void => markdown.block.parse(text, markdown, {}, []);
    expect(compare(parse, plain)).toBeLessThanOrEqual(1.5);
  });

  it('costs at most a quarter of that after an edit of one block', { timeout: 300_000 }, () => {
    const note = parse();
    const start = text.indexOf('Town 250');
    const update = (): Note => updateNote(note, { start, end: start + 4, text: 'City' });
    expect(update().blocks[250]?.arguments).toEqual({ city: 'City 250', days: 3 });
    expect(compare(update, parse)).toBeLessThanOrEqual(0.25);
  });
});
