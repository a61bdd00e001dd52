import { ToolyardError, type ContentBlock, type ToolyardErrorCode, type ToolOutcome } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import type { BindableServer } from '../bind/binding.ts';
import { parseNote } from '../parse/parse-note.ts';
import type { NoteStore } from './note-store.ts';
import type { RunNoteOptions } from './run-note-options.ts';
import { runNote } from './run-note.ts';

const block = (city: string, more = ''): string =>
  `\`\`\`weather\ntool: forecast\n${more}arguments: { city: ${city} }\n\`\`\``;
const BLOCK = block('London');
const GOOD = 'Sunny';
const FIRST = Date.UTC(2026, 10, 15, 10);
const HOUR = 3_600_000;

type Reply = string | ToolOutcome | ToolyardError;

const away = (code: ToolyardErrorCode = 'server-unavailable', message = 'Server "weather" is down'): ToolyardError =>
  new ToolyardError(code, message);
const give = (...content: ContentBlock[]): ToolOutcome => ({ kind: 'success', result: { content }, json: '' });
const markdown = (text: string): ToolOutcome =>
  give({ type: 'resource', resource: { uri: 'x:y', mimeType: 'text/markdown', text } });

interface Situation extends Partial<Pick<RunNoteOptions, 'mayReplace' | 'servers' | 'maxLength'>> {
  readonly store?: Partial<NoteStore>;
  readonly hour?: number;
}

/** The note after one run, `hour` hours after the first. */
async function run(note: string, reply: Reply, { hour = 0, ...options }: Situation = {}): Promise<string> {
  let text = note;
  const servers = (): readonly BindableServer[] => [{ key: 'weather', enabled: true }];
  await runNote(
    {
      caller: {
        async call() {
          if (ToolyardError.is(reply)) throw reply;
          return typeof reply === 'string' ? give({ type: 'text', text: reply }) : reply;
        },
      },
      clock: { now: () => FIRST + hour * HOUR, after: () => () => undefined },
      path: 'note.md',
      session: 's',
      servers,
      bindings: () => [],
      ...options,
      store: {
        read: () => Promise.resolve(text),
        update: async (edit) => void (text = edit(text)),
        attach: () => Promise.resolve(true),
        ...options.store,
      },
    },
    new AbortController().signal,
  );
  return text;
}

const outputOf = (note: string): string | undefined =>
  parseNote(note, { servers: ['weather'] }).blocks[0]?.result?.output;
const disabled = (): readonly BindableServer[] => [{ key: 'weather', enabled: false }];

const LAST = 'Last result, 2026-11-15T10:00:00Z:';
const KEPT = `> [!failure] Server "weather" is down\n\n${LAST}\n\n${GOOD}`;

describe('an unavailable server', () => {
  it.each<ToolyardErrorCode>([
    'server-unavailable',
    'connection-lost',
    'server-not-found',
    'server-start-failed',
    'server-misconfigured',
    'login-required',
  ])('leaves the last good output below the failure: %s', async (code) => {
    const after = await run(await run(BLOCK, GOOD), away(code), { hour: 1 });
    expect(outputOf(after)).toBe(KEPT);
    expect(after).toMatch(/ status=error at=2026-11-15T11:00:00Z /);
  });

  it.each<[string, RunNoteOptions['servers'], string]>([
    ['is disabled', disabled, 'Server weather is disabled'],
    ['is one of others that are all disabled', disabled, 'No server is enabled; enable one, or name one with "server"'],
    ['was taken out of the configuration', () => [{ key: 'files', enabled: true }], 'Server not found: weather'],
  ])('leaves it also where the server %s', async (_how, servers, message) => {
    const named = message.startsWith('No server') ? '' : '\nserver: weather';
    const good = await run(`\`\`\`mcp\ntool: forecast${named}\n\`\`\``, GOOD);
    expect(outputOf(await run(good, GOOD, { hour: 1, servers }))).toBe(`> [!failure] ${message}\n\n${LAST}\n\n${GOOD}`);
  });

  it('leaves it with its own time through many runs, and changes nothing but the failure', async () => {
    let note = await run(BLOCK, GOOD);
    for (const hour of [1, 2, 3]) note = await run(note, away(), { hour });
    expect(outputOf(note)).toBe(KEPT);
    expect(note).toBe((await run(note, away(), { hour: 4 })).replace('T14:', 'T13:'));
    expect(outputOf(await run(note, away('connection-lost', 'It broke off'), { hour: 5 }))).toBe(
      `> [!failure] It broke off\n\n${LAST}\n\n${GOOD}`,
    );
  });

  it('is forgotten with the next good output', async () => {
    const down = await run(await run(BLOCK, GOOD), away(), { hour: 1 });
    expect(await run(down, 'Rain', { hour: 2 })).toBe(await run(BLOCK, 'Rain', { hour: 2 }));
  });

  it.each<[string, Reply]>([
    ['a failed tool', { kind: 'tool-error', result: { content: [] }, json: '' }],
    ['a refusal of the server', { kind: 'failure', error: { code: -1, message: 'no' } }],
    ['wrong arguments', away('arguments-invalid')],
    ['an unknown tool', away('tool-not-found')],
    ['a timeout', away('call-timeout')],
    ['a stop', away('call-cancelled')],
  ])('is not meant by %s, which replaces everything', async (_what, reply) => {
    const good = await run(BLOCK, GOOD);
    expect(await run(good, reply)).not.toContain(GOOD);
    expect(await run(await run(good, away()), reply)).not.toContain('Last result');
  });

  it.each<[string, string, Reply]>([
    ['collapsed', block('London', 'display: collapsed\n'), 'one\ntwo'],
    ['on one line', block('London', 'display: inline\n'), 'one\ntwo'],
    ['in a quote', `> ${BLOCK.replaceAll('\n', '\n> ')}\n`, 'one\ntwo'],
    ['with CRLF', `${BLOCK}\n\nafter\n`.replaceAll('\n', '\r\n'), 'one\ntwo'],
    ['that looks like a failure', BLOCK, markdown('> [!failure] Tests\n\nLast result, never:\n\nbad')],
  ])('leaves output %s as it was', async (_what, start, reply) => {
    const good = await run(start, reply);
    const twice = await run(await run(good, away(), { hour: 1 }), away(), { hour: 2 });
    expect(outputOf(twice)).toBe(`> [!failure] Server "weather" is down\n\n${LAST}\n\n${outputOf(good)}`);
    expect(await run(twice, reply)).toBe(good);
  });

  it('has nothing below it where nothing good stood there', async () => {
    const failure = '> [!failure] Server "weather" is down';
    expect(outputOf(await run(BLOCK, away()))).toBe(failure);
    expect(outputOf(await run(await run(BLOCK, away()), away()))).toBe(failure);
    expect(outputOf(await run(await run(BLOCK, ''), away()))).toBe(failure);
    expect(outputOf(await run(await run(BLOCK, away('call-timeout')), away()))).toBe(failure);
  });

  it('has nothing of another call below it', async () => {
    const good = await run(BLOCK, GOOD);
    expect(await run(good.replace('city: London', 'city: Rome'), away())).not.toContain(GOOD);
    expect(await run(good.replace('tool: forecast', 'tool: history'), away())).not.toContain(GOOD);
    const named = await run(block('London', 'id: x\n'), GOOD);
    expect(await run(named.replace('city: London', 'city: Rome'), away())).not.toContain(GOOD);
    expect(outputOf(await run(`${BLOCK}\n\n${good}`, away(), { hour: 1 }))).not.toContain(GOOD);
    expect(await run(`${BLOCK}\n\n${good}`, away(), { hour: 1 })).toContain(KEPT);
  });
});

describe('output that somebody edited', () => {
  it('stays as it is, and below the failure where it may be replaced', async () => {
    const edited = (await run(BLOCK, GOOD)).replace(GOOD, 'Mine');
    expect(await run(edited, away(), { hour: 1 })).toBe(edited);
    expect(await run(edited, GOOD, { hour: 1, servers: disabled })).toBe(edited);
    const replaced = await run(edited, away(), { hour: 1, mayReplace: () => true });
    expect(outputOf(replaced)).toBe(KEPT.replace(GOOD, 'Mine'));
    expect(outputOf(await run(replaced, 'Rain'))).toBe('Rain');
  });

  it('is noticed below a failure too', async () => {
    const edited = (await run(await run(BLOCK, GOOD), away())).replace(GOOD, 'Mine');
    expect(await run(edited, 'Rain')).toBe(edited);
    expect(outputOf(await run(edited, away(), { mayReplace: () => true, hour: 2 }))).toBe(KEPT.replace(GOOD, 'Mine'));
  });

  it('has an unknown time where somebody took it out', async () => {
    const good = (await run(BLOCK, GOOD)).replace(/ at=\S+/, '');
    const twice = await run(await run(good, away()), away());
    expect(outputOf(twice)).toBe(KEPT.replace(LAST, 'Last result, at an unknown time:'));
  });
});

describe('a run that was killed', () => {
  /** The note as it is while its tool runs. */
  async function kill(note: string, hour: number): Promise<string> {
    let seen = '';
    const store = { update: async (edit: (text: string) => string) => void (seen ||= edit(note)) };
    await run(note, GOOD, { hour, store });
    return seen;
  }

  it('leaves the last good output and its time for the next', async () => {
    const killed = await kill(await run(BLOCK, GOOD), 1);
    expect(killed).toContain('status=pending');
    expect(outputOf(await run(killed, away(), { hour: 2 }))).toBe(KEPT);
    const again = await kill(await run(killed, away(), { hour: 2 }), 3);
    expect(outputOf(await run(again, GOOD, { hour: 4, servers: disabled }))).toBe(
      KEPT.replace('"weather" is down', 'weather is disabled'),
    );
  });

  it('leaves no output of another call', async () => {
    const killed = await kill((await run(BLOCK, GOOD)).replace('London', 'Rome'), 1);
    expect(killed).toContain(GOOD);
    expect(await run(killed, away(), { hour: 2 })).not.toContain(GOOD);
  });
});

describe('a note that changes while its server is asked', () => {
  /** The note after a run during which it becomes what `change` makes of it. */
  async function runWith(note: string, change: (text: string) => string): Promise<string> {
    let text = note;
    let updates = 0;
    const update = async (edit: (before: string) => string): Promise<void> => {
      text = edit(updates++ === 0 ? text : change(text));
    };
    await run(note, away(), { hour: 2, store: { read: async () => text, update } });
    return text;
  }

  it('gets nothing back that was deleted', async () => {
    const deleted = await runWith(await run(BLOCK, GOOD), () => BLOCK);
    expect(outputOf(deleted)).toBe('> [!failure] Server "weather" is down');
  });

  it('keeps what another run has written', async () => {
    const other = await run(BLOCK, 'Rain', { hour: 1 });
    const after = await runWith(await run(BLOCK, GOOD), () => other);
    expect(outputOf(after)).toBe(KEPT.replace(GOOD, 'Rain').replace('T10:', 'T11:'));
  });
});

it('does not replace the files that the last good output links to', async () => {
  const files = new Map<string, number>();
  const attach = async (name: string, bytes: Uint8Array, mayReplace: boolean): Promise<boolean> => {
    if (files.has(name) && !mayReplace) return false;
    files.set(name, bytes.length);
    return true;
  };
  const situation = { maxLength: 10, store: { attach } };
  const good = await run(block('London', 'id: a\n'), 'x'.repeat(20), situation);
  const down = await run(good, away('connection-lost', 'y'.repeat(30)), { ...situation, hour: 1 });
  expect([...files]).toEqual([
    ['note-a-1.txt', 20],
    ['note-a-2.txt', 30],
  ]);
  expect(outputOf(down)).toContain('](note-a-1.txt)');
});
