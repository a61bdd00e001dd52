import type { ToolCaller } from '@toolyard/core';
import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteStore } from './note-store.ts';
import { runNote } from './run-note.ts';

const SERVERS = ['first', 'files'].map((key) => ({ key, enabled: true }));
const block = (name: string): string => `\`\`\`mcp\ntool: ${name}\n\`\`\``;

/** Runs a note some times, with outputs of `heights` lines in turn; gives its text and the calls of each run. */
async function runTimes(
  start: string,
  { heights, bindings = [] }: { heights: readonly number[]; bindings?: readonly unknown[] },
): Promise<{ text: string; calls: string[][] }> {
  let text = start;
  const store: NoteStore = {
    read: async () => text,
    update: async (edit) => void (text = edit(text)),
    attach: async () => true,
  };
  const calls: string[][] = [];
  for (const height of heights) {
    const made: string[] = [];
    const output = Array.from({ length: height }, (_, index) => `row ${index}`).join('\n');
    const caller: ToolCaller = {
      call: async ({ tool }) => {
        made.push(tool);
        return { kind: 'success', result: { content: [{ type: 'text', text: output }] }, json: '' };
      },
    };
    const clock = { now: () => 0, after: () => () => undefined };
    const options = { caller, store, clock, path: 'note.md', session: 's', mayReplace: () => true };
    await runNote({ ...options, servers: () => SERVERS, bindings: () => bindings }, new AbortController().signal);
    calls.push(made.toSorted());
  }
  return { text, calls };
}

const BODY = [block('above'), 'words', block('bound'), block('below')].join('\n\n');
const SAME = ['files:bound', 'first:above', 'first:below'];

describe('a binding by lines', () => {
  const note = (lines: string): string => `---\ntoolyard:\n  bindings:\n    - ${lines}\n---\n\n${BODY}\n`;

  it.each([
    ['in a flow mapping', '{ lines: "13-15", server: files }', '{ lines: "16-18", server: files }'],
    ['in single quotes', "{ lines: '13 - 15', server: files }", "{ lines: '16 - 18', server: files }"],
    ['in a block mapping', 'lines: 14-16 # here\n      server: files', 'lines: 17-19 # here\n      server: files'],
    ['behind its server', '{ server: files, lines: 13-15 }', '{ server: files, lines: 16-18 }'],
    ['with an anchor', '{ lines: &here 13-15, server: files }', '{ lines: &here 16-18, server: files }'],
    [
      'on a line of its own',
      'lines: >2- # 1-2\n        15-17\n      server: files',
      'lines: >2- # 1-2\n        18-20\n      server: files',
    ],
    [
      'on two lines',
      'lines: >\n        16\n        - 18\n      server: files',
      'lines: >\n        19\n        - 21\n      server: files',
    ],
    ['with an escape', '{ lines: "\\x313\\u002d15", server: files }', '{ lines: "16-18", server: files }'],
    [
      'with an escape on two lines',
      '{ lines: "14\\\n        -16", server: files }',
      '{ lines: "17-19\n        ", server: files }',
    ],
  ])('follows the results above it, %s', async (_, before, after) => {
    const { text, calls } = await runTimes(note(before), { heights: [1, 1] });
    expect(calls).toEqual([SAME, SAME]);
    expect(text.slice(0, text.indexOf('```'))).toBe(note(after).slice(0, note(after).indexOf('```')));
  });

  it('of the configuration counts the lines without results', async () => {
    const bindings = [{ document: '*.md', lines: '7-9', server: 'files' }];
    const { calls } = await runTimes(`${BODY}\n`, { heights: [1, 30, 0, 4], bindings });
    expect(calls).toEqual([SAME, SAME, SAME, SAME]);
  });

  it('over an output alone stays at that result, whatever becomes of it', async () => {
    const { text } = await runTimes(note('{ lines: "13-15", server: files }'), { heights: [9] });
    const inside = text.replace('lines: "26-28"', 'lines: "13-15"');
    const { calls } = await runTimes(inside, { heights: [0, 9] });
    const unbound = ['first:above', 'first:below', 'first:bound'];
    expect(calls).toEqual([unbound, unbound]);
  });
});

it('lines stay those that were bound, however long the results become', async () => {
  const parts = fc.array(fc.boolean(), { minLength: 2, maxLength: 8 });
  const heights = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(parts, heights, fc.nat(30), fc.nat(30), async (given, outputs, from, more) => {
      const body = given.map((isBlock, index) => (isBlock ? block(`t${index}`) : `words ${index}`)).join('\n\n');
      const count = body.split('\n').length;
      const first = 1 + (from % (count - 1));
      const last = first + 1 + (more % (count - first));
      const front = `---\ntoolyard:\n  bindings:\n    - { lines: "${5 + first}-${5 + last}", server: files }\n---\n`;
      const { text, calls } = await runTimes(front + body, { heights: outputs });
      for (const made of calls) expect(made).toEqual(calls[0]);
      const [, start, end] = /"(\d+)-(\d+)"/.exec(text) ?? [];
      const [before, after] = [body.split('\n'), text.split('\n')];
      expect(after[Number(start) - 1]).toBe(before[first - 1]);
      expect(after[Number(end) - 1]).toBe(before[last - 1]);
    }),
    { numRuns: runs(1000, 50) },
  );
});
