import { createBlockReader, type HelpContext } from '@toolyard/documents';
import type { BlockRuns } from '@toolyard/host';
import { readRealTools } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import type { FolderState } from '../folder/folder.ts';
import { listNoteLenses, type NoteLensFacts } from './list-note-lenses.ts';

const NOTE = '/shop/a.md';
const REAL = readRealTools();
const help: HelpContext = {
  servers: [
    { key: 'github', enabled: true },
    { key: 'quiet', enabled: true },
    { key: 'off', enabled: false },
  ],
  catalogue: {
    listOf: (_kind, server) => REAL.filter((entry) => entry.server === server),
    find: (_kind, id) => REAL.find((entry) => entry.id === id),
  },
};

const idle: Pick<BlockRuns, 'statusOf' | 'isRunning'> = {
  statusOf: (_note, { block }) => block.result?.status ?? 'idle',
  isRunning: () => false,
};

const block = (server: string, ...lines: readonly string[]): string =>
  `\`\`\`${server}\n${['tool: search_repositories', ...lines].join('\n')}\n\`\`\`\n`;

/** The lenses of a text, a line each: the line, the title, and the command in brackets. */
function lensesOf(
  text: string,
  more: { state?: Partial<FolderState>; runs?: typeof idle; help?: HelpContext } = {},
): readonly string[] {
  const given = more.help ?? help;
  const notes = { folder: createFakeFolder(more.state), runs: more.runs ?? idle, help: () => given };
  return show(text, { note: NOTE, notes, now: Date.now() }, given);
}

function show(text: string, facts: NoteLensFacts, given: HelpContext): readonly string[] {
  const bound = createBlockReader(() => ({ servers: given.servers, bindings: [] }))({ path: 'a.md', text });
  return listNoteLenses(bound, facts).map(
    ({ line, title, command }) => `${line} ${title}${command === undefined ? '' : ` [${command}]`}`,
  );
}

describe('the lenses of a block', () => {
  it('run it, and say how it is', () => {
    expect(lensesOf(block('github', 'query: a'))).toEqual(['1 $(play) Run [toolyard.notes.runBlock]', '1 idle']);
  });

  it('run it again after a result, with its state and its time', () => {
    const at = new Date(2020, 0, 2, 3, 4, 5).toISOString();
    const result = (status: string): string =>
      `${block('github', 'query: a')}<!-- toolyard:result id=a status=${status} at=${at} ms=142 out=e3b0c44298fc -->\n<!-- /toolyard:result -->\n`;
    const titles = (status: string): readonly string[] => lensesOf(result(status));
    expect(titles('success')).toEqual([
      '1 $(debug-restart) Re-run [toolyard.notes.runBlock]',
      '1 $(check) success at 2020-01-02 03:04:05, 142 ms',
    ]);
    expect(titles('error')[1]).toBe('1 $(error) error at 2020-01-02 03:04:05, 142 ms');
    expect(titles('timeout')[1]).toBe('1 $(watch) timeout at 2020-01-02 03:04:05, 142 ms');
    expect(titles('cancelled')[1]).toBe('1 $(circle-slash) cancelled at 2020-01-02 03:04:05');
    expect(lensesOf(result('success').replace('-->\n<!--', '-->\nmine\n<!--'))[1]).toContain(', edited by hand');
  });

  it('stop it while it runs, and all that run', () => {
    const runs: typeof idle = { statusOf: () => 'pending', isRunning: () => true };
    expect(lensesOf(block('github', 'query: a') + block('github', 'query: b'), { runs })).toEqual([
      '1 $(debug-stop) Stop All [toolyard.notes.stop]',
      '1 $(run-all) Run Note (2 blocks) [toolyard.notes.runNote]',
      '1 $(debug-stop) Stop [toolyard.notes.stop]',
      '1 pending',
      '5 $(debug-stop) Stop [toolyard.notes.stop]',
      '5 pending',
    ]);
  });

  it('say why it cannot run, and what can be done', () => {
    expect(lensesOf(block('off'))).toEqual([
      '1 $(error) Cannot run: Server off is disabled',
      '1 $(play) Start off [toolyard.servers.start]',
      '1 idle',
    ]);
    expect(lensesOf(block('mcp', 'server: $(flame)'))[0]).toBe(
      String.raw`1 $(error) Cannot run: Server not found: \$(flame)`,
    );
    const empty: HelpContext = { servers: [], catalogue: help.catalogue };
    expect(lensesOf(block('mcp'), { help: empty })).toContain('1 $(add) Add Server [toolyard.servers.add]');
  });

  it('offer to look for tools that nobody knows yet, or to approve their servers first', () => {
    expect(lensesOf(block('quiet'))).toContain('1 $(search) Look for the tools of quiet [toolyard.servers.refresh]');
    expect(lensesOf(block('quiet'), { state: { needsServerApproval: true } })).toContain(
      '1 $(shield) Approve Servers [toolyard.servers.approve]',
    );
  });

  it('run nothing where the workspace is not trusted, and say so', () => {
    const shown = lensesOf(block('github') + block('off'), { state: { duty: { kind: 'untrusted' } } });
    const why = '$(shield) Does not run: this workspace is not trusted. Manage Trust [workbench.trust.manage]';
    expect(shown).toEqual([`1 ${why}`, '1 idle', `4 ${why}`, '4 idle']);
  });

  it('ask for a folder in a window that has none', () => {
    expect(show(block('mcp'), { note: 'Untitled-1', now: 0 }, { ...help, servers: [] })).toEqual([
      '1 $(folder) Open a folder to run tool blocks [vscode.openFolder]',
    ]);
  });
});

it('show the server of each bound section at its heading', () => {
  const head =
    '---\ntoolyard:\n  bindings:\n    - { heading: "# A", server: github }\n    - { heading: "# B", server: gone }\n---\n';
  expect(lensesOf(`${head}# A\n\n## C\n\n# B\n`)).toEqual([
    '7 $(plug) Bound to github',
    '9 $(plug) Bound to github, inherited from # A',
    '11 $(warning) Bound to gone. Server not found: gone',
  ]);
});

it('takes milliseconds for a keystroke in a note with 100 blocks', () => {
  const text = Array.from(
    { length: 100 },
    (_, index) => `## ${index}\n\n${block('github', `query: q${index}`)}\nText.\n\n`,
  ).join('');
  const read = createBlockReader(() => ({ servers: help.servers, bindings: [] }));
  const facts = { note: NOTE, notes: { folder: createFakeFolder(), runs: idle, help: () => help }, now: 0 };
  listNoteLenses(read({ path: 'a.md', text }), facts);
  const times = Array.from('keystrokes', (_, index) => {
    const typed = text.replace('q50', `q50${'x'.repeat(index + 1)}`);
    const begun = performance.now();
    expect(listNoteLenses(read({ path: 'a.md', text: typed }), facts)).toHaveLength(201);
    return performance.now() - begun;
  });
  // About 3 ms here; a key that is held down comes every 30 ms. The fastest counts, since others use the machine too.
  expect(Math.min(...times)).toBeLessThan(15);
});
