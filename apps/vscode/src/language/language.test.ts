import * as fc from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { McpServer } from '@toolyard/hooks';
import type { ShownHook } from '../folder/folder.ts';
import { createFakeFolder, createFakeFolders } from '../../test/fakes/create-fake-folder.ts';
import { checkHooksText } from './check-hooks-text.ts';
import { completeHooks } from './complete-hooks.ts';
import { findHooksDocument } from './find-hooks-document.ts';
import { hoverHooks } from './hover-hooks.ts';
import { listLenses } from './list-lenses.ts';

const SERVERS: readonly McpServer[] = [
  {
    id: 'chat',
    name: 'Chat',
    status: 'unavailable',
    reason: 'it did not start',
    source: 'vscode',
    lastDiscovered: 1,
    tools: [
      {
        name: 'post',
        displayName: 'Post',
        description: 'Posts a message.',
        serverId: 'chat',
        inputSchema: {
          type: 'object',
          properties: { channel: { type: 'string', description: 'Where to.' }, count: { type: 'integer' } },
          required: ['channel'],
        },
      },
    ],
  },
  { id: 'notes', name: 'Notes', status: 'available', lastDiscovered: 1, tools: [] },
];

const HOOK = {
  id: 'a',
  trigger: { event: 'file.saved' },
  action: {
    type: 'mcp',
    parameters: {
      serverId: 'chat',
      toolName: 'post',
      parameterMappings: [
        { toolParam: 'channel', source: 'template', value: '{path} of {us}' },
        { toolParam: 'count', source: 'context', value: 'branch' },
      ],
    },
  },
};

const YAML_HOOK = `  - id: a
    trigger:
      event: file.saved
    action:
      type: mcp
      parameters:
        serverId: chat
        toolName: post
        parameterMappings:
          - toolParam: channel
            source: template
            value: "{path} of {us}"
          - toolParam: count
            source: context
            value: branch
`;

const TEXTS = {
  json: JSON.stringify({ version: 1, hooks: [HOOK] }, null, 2),
  yaml: `version: 1\nhooks:\n${YAML_HOOK}`,
};
const PAUSE = (): Promise<boolean> => Promise.resolve(true);

describe.each(['json', 'yaml'] as const)('a hooks file of %s', (format) => {
  const text = TEXTS[format];
  /** Behind a piece of the text, without the quote that ends it. */
  const after = (piece: string): number => text.indexOf(piece) + piece.length;
  const labels = (offset: number, of = text): readonly string[] =>
    completeHooks({ text: of, format, servers: SERVERS }, offset).map(({ label }) => label);

  it('completes servers, tools and parameters', () => {
    expect(labels(text.indexOf('chat') + 2)).toEqual(['chat', 'notes']);
    expect(labels(text.indexOf('post') + 2)).toEqual(['post']);
    expect(labels(text.lastIndexOf('channel') + 2)).toEqual(['channel', 'count']);
    const [offer] = completeHooks({ text, format, servers: SERVERS }, text.indexOf('post') + 2);
    expect(offer).toMatchObject({
      detail: 'Post',
      about: 'Posts a message.',
      insert: format === 'json' ? '"post"' : 'post',
    });
    expect(offer && text.slice(offer.range.start, offer.range.end)).toBe(offer?.insert);
  });

  it('completes the values that the event has, in braces too', () => {
    expect(labels(text.indexOf('branch') + 2)).toEqual(expect.arrayContaining(['path', 'branch', 'user']));
    expect(labels(text.indexOf('branch') + 2)).not.toContain('commit');
    const offers = completeHooks({ text, format, servers: SERVERS }, after('of {us'));
    const user = offers.find(({ label }) => label === 'user');
    expect(user).toMatchObject({ insert: 'user}', about: 'The user name of git, else that of the operating system.' });
    expect(user && text.slice(user.range.start, user.range.end)).toBe('us}');
    expect(labels(after('{path} o'))).toEqual([]);
  });

  it('completes nothing of JSON that the schema completes, and everything of YAML', () => {
    const isYaml = format === 'yaml';
    expect(labels(text.indexOf('file.saved') + 2).includes('git.committed')).toBe(isYaml);
    expect(labels(text.indexOf('trigger') + 2).includes('policy')).toBe(isYaml);
  });

  it('shows what servers, tools and values are', () => {
    const hover = (piece: string): string | undefined =>
      hoverHooks({ text, format, servers: SERVERS }, text.indexOf(piece) + 1, 2)?.markdown.replaceAll('\\', '');
    expect(hover('chat')).toContain('unavailable: it did not start');
    expect(hover('chat')).toContain('from VS Code');
    expect(hover('post')).toContain('channel (string, required)');
    expect(hover('branch')).toBe('**branch**: The branch that is checked out.');
    expect(hover('path} of')).toBe('**path**: The path of the file, from the folder.');
    expect(hover('us}') ?? '').not.toContain('**');
  });

  it('shows problems at their place, as far as they go', async () => {
    const wrong = text
      .replace('{us}', '{usr}')
      .replace('post', 'pots')
      .replace('manual', 'x')
      .replace('file.saved', 'file.save');
    const found = async (of: string): Promise<readonly string[]> =>
      ((await checkHooksText({ text: of, format, servers: SERVERS }, [], PAUSE)) ?? []).map(
        ({ range, message, severity }) => `${severity} <${of.slice(range.start, range.end)}> ${message}`,
      );
    const quote = format === 'json' ? '"' : '';
    expect(await found(wrong)).toEqual([
      expect.stringMatching(`^error <${quote}file.save${quote}> .*did you mean`),
      expect.stringMatching(/^error <usr> .*did you mean "user"/),
    ]);
    const named = text.replace('{us}', '{user}');
    expect(await found(named.replace('post', 'pots'))).toEqual([
      `warning <${quote}chat${quote}> Server "chat" is unavailable: it did not start`,
      `error <${quote}pots${quote}> Server "chat" has no tool "pots"; did you mean "post"?`,
    ]);
    expect(await found(named.replace('chat', 'chta'))).toEqual([
      `error <${quote}chta${quote}> Unknown server "chta"; did you mean "chat"?`,
    ]);
    expect(await found(named.replaceAll('channel', 'chanel'))).toEqual(
      expect.arrayContaining([expect.stringContaining(`<${quote}chanel${quote}>`)]),
    );
  });

  it('says a doubt once, whether the folder has found it too or not', async () => {
    const doubtful = text.replace('{us}', '{user}').replace('{path}', '{exitCode}');
    const found = await checkHooksText({ text: doubtful, format, servers: [] }, [], PAUSE);
    const [doubt] = found ?? [];
    expect(doubt && doubtful.slice(doubt.range.start, doubt.range.end)).toBe('exitCode');
    const before = doubtful.slice(0, doubtful.indexOf('"{exitCode}')).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    const saved = { file: 'f', path: '$', message: doubt?.message ?? '', severity: 'warning' as const, ...place };
    expect(await checkHooksText({ text: doubtful, format, servers: [] }, [saved], PAUSE)).toEqual(found);
  });

  it('leaves errors of JSON itself to the editor', async () => {
    const problems = await checkHooksText({ text: '{ "version": [', format, servers: [] }, [], PAUSE);
    expect(problems?.length === 0).toBe(format === 'json');
  });

  it('adds what is known of the saved file, once for each place', async () => {
    const clean = text.replace('{us}', '{user}');
    const finding = {
      file: 'f',
      line: 1,
      column: 1,
      path: '$',
      message: 'Only the file tells',
      severity: 'warning' as const,
    };
    const problems = await checkHooksText(
      { text: clean, format, servers: [] },
      [finding, { ...finding, code: 'invalid_schema' }],
      PAUSE,
    );
    expect(problems?.map(({ message }) => message)).toEqual(['Only the file tells']);
  });

  it('gives up where the text has changed', async () => {
    const given = { text: text.replace('{us}', '{user}'), format, servers: [] };
    expect(await checkHooksText(given, [], () => Promise.resolve(false))).toBeUndefined();
  });

  it('never throws while somebody types', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(text.length),
        fc.nat(text.length),
        fc.string({ maxLength: 3 }),
        async (cut, at, typed) => {
          const broken = text.slice(0, cut) + typed + text.slice(Math.max(cut, at));
          const given = { text: broken, format, servers: SERVERS };
          const offset = Math.min(at, broken.length);
          for (const { range } of completeHooks(given, offset)) {
            expect(range.start <= offset && offset <= range.end && range.end <= broken.length).toBe(true);
          }
          hoverHooks(given, offset, 0);
          for (const { range } of (await checkHooksText(given, [], PAUSE)) ?? []) {
            expect(range.start >= 0 && range.end <= broken.length).toBe(true);
          }
          listLenses(given, { folder: '/shop', hooks: [], isTrusted: true, now: 0 });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has a lens for what can be done with each hook', () => {
    const shown = (state: ShownHook['state'], more: Partial<ShownHook> = {}): readonly string[] => {
      const known = { hook: { id: 'a' }, file: 'f', source: 'workspace' };
      const hooks = [{ resolved: { known }, state, findings: [], ...more } as unknown as ShownHook];
      return [true, false].map((isTrusted) =>
        listLenses({ text, format }, { folder: '/shop', hooks, isTrusted, now: 0 })
          .map(
            ({ title, command = '-' }) =>
              `${title.replace(/^\$\(\w+\) /, '')} ${command.replace('toolyard.hooks.', '')}`,
          )
          .join(', '),
      );
    };
    expect(shown('enabled')).toEqual(['Run run, Dry Run dryRun, Edit in Form edit', 'Edit in Form edit']);
    expect(shown('changed since approved')).toEqual([
      'Run run, Dry Run dryRun, Approve (changed since approved) approve, Edit in Form edit',
      'changed since approved -, Edit in Form edit',
    ]);
    expect(shown('disabled')[0]).toBe('Run run, Dry Run dryRun, disabled: Enable enable, Edit in Form edit');
    const finding = { file: 'f', line: 1, column: 1, path: '$', message: 'no tool "x"', severity: 'error' as const };
    expect(shown('invalid', { findings: [finding] })[1]).toBe('invalid: no tool "x" -, Edit in Form edit');
    // A server must not paint buttons of its own.
    const painted = { ...finding, message: 'no tool "$(play) Run"' };
    expect(shown('invalid', { findings: [painted] })[1]).toContain(String.raw`\$(play) Run`);
    expect(listLenses({ text: '', format }, { folder: '/shop', hooks: [], isTrusted: true, now: 0 })).toEqual([]);
  });

  it('takes a file of a megabyte and a thousand hooks', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `h${index}`);
    const description = 'x'.repeat(400);
    const big =
      format === 'json'
        ? JSON.stringify({ version: 1, hooks: ids.map((id) => ({ ...HOOK, id, description })) }, null, 1)
        : `version: 1\nhooks:\n${ids.map((id) => YAML_HOOK.replace('id: a', `id: ${id}\n    description: ${description}`)).join('')}`;
    expect(big.length).toBeGreaterThan(700_000);
    // Right, so that each of them is checked against its tool.
    const given = { text: big.replaceAll('{us}', '{user}'), format, servers: SERVERS };
    const offset = given.text.lastIndexOf('post') + 2;
    const cpuMs = startCpuClock();
    expect(completeHooks(given, offset)).toHaveLength(1);
    expect(hoverHooks(given, offset, 0)).toBeDefined();
    listLenses(given, { folder: '/shop', hooks: [], isTrusted: true, now: 0 });
    const typingMs = cpuMs();
    expect(await checkHooksText(given, [], PAUSE)).toHaveLength(1000);
    expect({ typingMs, wholeMs: cpuMs(), isFast: typingMs < 3000 && cpuMs() < 15_000 }).toMatchObject({ isFast: true });
  });
});

describe('a hooks file of YAML', () => {
  const found = async (text: string): Promise<readonly string[]> =>
    ((await checkHooksText({ text, format: 'yaml', servers: SERVERS }, [], PAUSE)) ?? [])
      .filter(({ severity }) => severity === 'error')
      .map(({ range, message }) => `<${text.slice(range.start, range.end)}> ${message.slice(0, 24)}`);
  const ACTION = 'action: { type: mcp, parameters: { serverId: chta, toolName: post, parameterMappings: [] } }';

  it('has problems at their place between brackets', async () => {
    expect(await found(`{ version: 1, hooks: [{ id: a, trigger: { event: manual }, ${ACTION} }] }`)).toEqual([
      '<chta> Unknown server "chta"; d',
    ]);
  });

  it('has a problem of what several hooks share once', async () => {
    const shared = ACTION.replace('action: ', 'action: &shared ');
    const text = `version: 1\nhooks:\n  - id: a\n    trigger: &t { event: manual }\n    ${shared}\n  - { id: b, trigger: *t, action: *shared }\n`;
    expect(await found(text)).toEqual(['<chta> Unknown server "chta"; d']);
  });

  it.each(['|', '>-', '|2', '"'])(
    'has problems at their place in texts of several lines that begin with %s',
    async (begin) => {
      const value =
        begin === '"'
          ? '"saved\n              {pth}\n              again"'
          : `${begin}\n              saved\n              {pth}\n`;
      expect(await found(TEXTS.yaml.replace('"{path} of {us}"', value))).toEqual(['<pth> Unknown name "pth"; did ']);
    },
  );
});

describe('findHooksDocument', () => {
  const folders = createFakeFolders(createFakeFolder());

  it('knows the hooks files of a folder and of the user, in each format', () => {
    expect(findHooksDocument(folders, '/shop/.toolyard/hooks.yml')).toMatchObject({ format: 'yaml' });
    expect(findHooksDocument(folders, '/home/me/.config/toolyard/hooks.json')).toMatchObject({ format: 'json' });
    expect(findHooksDocument(folders, '/other/.toolyard/hooks.json')).toBeUndefined();
    expect(findHooksDocument(folders, '/shop/.toolyard/hooks.json.bak')).toBeUndefined();
  });
});
