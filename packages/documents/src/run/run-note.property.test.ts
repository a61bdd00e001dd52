import { ToolyardError, type ToolCaller, type ToolOutcome } from '@toolyard/core';
import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import { applyEdits } from '../parse/apply-edits.ts';
import { planRemoval } from '../../test/plan-removal.ts';
import type { NoteStore } from './note-store.ts';
import { runNote } from './run-note.ts';

const SERVERS = [{ key: 'weather', enabled: true }];
const KEYS = SERVERS.map(({ key }) => key);
const RUNS = runs(10_000);

interface Reply {
  readonly text: string;
  readonly form: 'text' | 'markdown' | 'structured' | 'error' | 'failure' | 'away';
}

/** Answers the same to the same arguments, so that two runs can be compared. */
function createFakeCaller(replies: readonly Reply[], calls: string[]): ToolCaller {
  return {
    async call({ arguments: given }) {
      calls.push(JSON.stringify(given));
      const place = Number(given['n'] ?? 0) % replies.length;
      return toOutcome(replies[place] ?? { text: '', form: 'text' });
    },
  };
}

function toOutcome({ text, form }: Reply): ToolOutcome {
  if (form === 'away') throw new ToolyardError('connection-lost', text);
  if (form === 'failure') return { kind: 'failure', error: { code: -1, message: text } };
  const resource = { uri: 'x:y', mimeType: 'text/markdown', text };
  const block = form === 'markdown' ? { type: 'resource', resource } : { type: 'text', text };
  const structured = form === 'structured' ? { structuredContent: [{ [text]: text }] } : {};
  return { kind: form === 'error' ? 'tool-error' : 'success', result: { content: [block], ...structured }, json: '' };
}

function createMemoryStore(text: string): NoteStore & { text: string } {
  return {
    text,
    async read() {
      return this.text;
    },
    async update(edit) {
      this.text = edit(this.text);
    },
    attach: () => Promise.resolve(true),
  };
}

async function run(text: string, replies: readonly Reply[], calls: string[]): Promise<string> {
  const store = createMemoryStore(text);
  const options = { store, path: 'note.md', session: 's', servers: () => SERVERS, bindings: () => [] };
  const clock = { now: () => 0, after: () => () => undefined };
  await runNote({ ...options, clock, caller: createFakeCaller(replies, calls) }, new AbortController().signal);
  return store.text;
}

const remove = (text: string): string => applyEdits(text, planRemoval(parseNote(text, { servers: KEYS })));

/** Messages about YAML name the line, which moves when a result comes to stand above it. */
const withoutLines = (text: string): string => text.replaceAll(/ out=\w+|\(line \d+\)/g, '');

const HOSTILE = [
  '<!-- /toolyard:result -->',
  '<!-- toolyard:result id=x status=success -->',
  '<!--\\ /toolyard:result -->',
  '```weather\ntool: evil\n```',
  '````',
  '```',
  '~~~',
  '> ',
  '- ',
  '1. ',
  '    ',
  '\t',
  '---\ntoolyard: { bindings: [] }\n---',
  '# Heading',
  '===',
  '<script>',
  '<!--',
  '-->',
  '<details>',
  '<![CDATA[',
  '\u001b[31m',
  '\r',
  '\r\n',
  '\u0000',
  '\ud800',
  '😀',
  '\u2028',
  '[a]: b',
  '%%',
  '$$',
  ' ^id',
  '{"a":1}',
  '`',
  '\\',
] as const;

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 12 })), { maxLength: 6 })
  .chain((parts) => fc.constantFrom('', '\n', ' ', '\n\n').map((gap) => parts.join(gap)));
const reply = fc.record({
  text: hostile,
  form: fc.constantFrom<Reply['form']>('text', 'markdown', 'structured', 'error', 'failure'),
});

const display = fc.constantFrom('', 'inline', 'block', 'collapsed', 'table');
const block = fc.tuple(fc.nat(3), display, fc.constantFrom('```', '~~~~', '`````')).map(([n, how, fence]) => {
  const body = how === '' ? `tool: t\nn: ${n}` : `tool: t\ndisplay: ${how}\narguments: { n: ${n} }`;
  return `${fence}weather\n${body}\n${fence}`;
});
const PLACES = ['', '> ', '- ', '  ', '1. > ', '> - '] as const;
const placed = fc.tuple(block, fc.constantFrom(...PLACES)).map(([text, place]) => {
  const rest = place.replaceAll(/\d\.|-/g, (mark) => ' '.repeat(mark.length));
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? place : rest}${line}`)
    .join('\n');
});
const prose = fc.oneof(
  fc.constantFrom(
    '',
    'words',
    '---',
    '# Heading',
    '- item',
    '> quote',
    '    code',
    '<div>',
    '```js\nx\n```',
    '---',
    '| a |',
  ),
  hostile,
);
const note = fc
  .tuple(fc.array(fc.oneof(placed, prose), { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\n\n'), fc.boolean())
  .map(([parts, gap, isWindows]) => {
    const text = parts.join(gap);
    return isWindows ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  });

describe('running a note with hostile tools', () => {
  it(
    'adds results that can be taken out byte for byte, and a second run changes nothing',
    { timeout: 600_000 },
    async () => {
      let ran = 0;
      await fc.assert(
        fc.asyncProperty(note, fc.array(reply, { minLength: 1, maxLength: 4 }), async (text, replies) => {
          const calls: string[] = [];
          const before = parseNote(text, { servers: KEYS });
          const once = await run(text, replies, calls);
          const after = parseNote(once, { servers: KEYS });
          ran += calls.length;
          expect(applyEdits(once, planRemoval(after))).toBe(applyEdits(text, planRemoval(before)));
          expect(after.blocks.map(({ id }) => id)).toEqual(before.blocks.map(({ id }) => id));
          expect(withoutLines(await run(once, replies, calls))).toBe(withoutLines(once));
        }),
        { numRuns: RUNS },
      );
      // Most notes have a block to run; not all, and few runs leave that to chance.
      expect(ran).toBeGreaterThan(RUNS / 2);
    },
  );

  it('gives the original text back where it had no results', { timeout: 600_000 }, async () => {
    const clean = note.filter((text) => parseNote(text, { servers: KEYS }).results.length === 0);
    await fc.assert(
      fc.asyncProperty(clean, reply, async (text, one) => {
        expect(remove(await run(text, [one], []))).toBe(text);
      }),
      { numRuns: runs(1000) },
    );
  });

  it(
    'keeps the results byte for byte while their server is unavailable, whatever it says',
    { timeout: 600_000 },
    async () => {
      const good = fc.constantFrom<Reply['form']>('text', 'markdown', 'structured');
      const success = fc.record({ text: hostile, form: good });
      const clean = note.filter((text) => parseNote(text, { servers: KEYS }).results.length === 0);
      const outputs = (text: string): string[] =>
        parseNote(text, { servers: KEYS }).blocks.map(({ result }) => result?.output ?? '');
      await fc.assert(
        fc.asyncProperty(clean, success, hostile, async (text, one, message) => {
          const first = await run(text, [one], []);
          const away = [{ text: message, form: 'away' }] as const;
          const down = await run(first, away, []);
          const kept = outputs(down);
          for (const [index, output] of outputs(first).entries()) {
            // What could not run at all is a failure in both.
            expect(withoutLines(kept[index] ?? '').endsWith(withoutLines(output))).toBe(true);
          }
          expect(remove(down)).toBe(text);
          expect(withoutLines(await run(down, away, []))).toBe(withoutLines(down));
          expect(withoutLines(await run(down, [one], []))).toBe(withoutLines(first));
        }),
        { numRuns: runs(1000) },
      );
    },
  );
});
