import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Hook } from '../hook/hook.ts';
import { duplicateHook } from './duplicate-hook.ts';
import type { HooksFormat } from './hooks-problem.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { putHook, type HooksEdit } from './put-hook.ts';
import { removeHook } from './remove-hook.ts';
import { replaceHook } from './replace-hook.ts';
import { switchHook } from './switch-hook.ts';
import { toWrittenHook } from './to-written-hook.ts';

const word = fc.constantFrom(
  'a',
  'b c',
  'x: y',
  '#no comment',
  '// none',
  '{{}}',
  "it's",
  '"',
  '- d',
  'true',
  '5',
  'é\nf',
);
const json = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(word, { maxLength: 2 }),
  fc.constant({}),
);
const mapping = fc.record({
  toolParam: fc.constantFrom('p', 'q', 'r', 's.t'),
  source: fc.constant('literal' as const),
  value: json,
});
const mappings = fc.uniqueArray(mapping, { selector: ({ toolParam }) => toolParam, maxLength: 4 });
const timeout = fc.constantFrom(30_000, 1000);
const action: fc.Arbitrary<Hook['action']> = fc.oneof(
  fc.record({
    type: fc.constant('mcp' as const),
    parameters: fc.record({ serverId: fc.constant('chat'), toolName: word, parameterMappings: mappings, timeout }),
  }),
  fc.record({
    type: fc.constant('custom' as const),
    parameters: fc.record(
      { command: word, args: fc.array(word), env: fc.constantFrom({}, { A: 'x' }, { B: '', A: '1' }), timeout },
      { requiredKeys: ['command', 'args', 'timeout'] },
    ),
  }),
);
const trigger: fc.Arbitrary<Hook['trigger']> = fc.oneof(
  fc.record({ event: fc.constant('manual' as const) }),
  fc.record({ event: fc.constant('file.saved' as const), paths: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    event: fc.constant('schedule' as const),
    cron: fc.constant('@daily'),
    missed: fc.constantFrom('once', 'skip'),
  }),
);
const content = fc
  .record(
    {
      name: word,
      enabled: fc.boolean(),
      trigger,
      action,
      policy: fc.constantFrom('queue', 'drop', 'debounce'),
      wait: fc.constantFrom(1000, 500),
    },
    { requiredKeys: ['enabled', 'trigger', 'action', 'policy', 'wait'] },
  )
  .map(({ wait, ...hook }) => ({ ...hook, debounceMs: hook.policy === 'debounce' ? wait : 1000 }));

interface Written {
  readonly hooks: readonly Hook[];
  readonly text: string;
  /** Of the hooks, in their order, and of what is around them. */
  readonly comments: readonly (readonly string[])[];
}

const layout = fc.record({
  mark: fc.constantFrom('', '\uFEFF'),
  eol: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom(2, 4),
  isExplicit: fc.boolean(),
  isFlow: fc.boolean(),
  isQuoted: fc.boolean(),
  isIndented: fc.boolean(),
});
const file = fc.record({ contents: fc.array(content, { minLength: 1, maxLength: 3 }), layout });

/** Writes hooks as a person would, with a comment in every line and one before each hook. */
function write(
  format: HooksFormat,
  { contents, layout: how }: typeof file extends fc.Arbitrary<infer T> ? T : never,
): Written {
  const hooks = contents.map((hook, index): Hook => ({ id: `h${index}`, ...hook }));
  const mark = format === 'json' ? '//' : '#';
  const parts = hooks.map((hook, index) => {
    const value = { ...toWrittenHook(hook), ...(how.isExplicit && { enabled: hook.enabled, policy: hook.policy }) };
    // Text with line ends stays on one line only in quotes.
    const type = how.isQuoted || JSON.stringify(value).includes('\\n') ? 'QUOTE_DOUBLE' : 'PLAIN';
    const options = {
      lineWidth: 0,
      blockQuote: false,
      indentSeq: how.isIndented,
      defaultStringType: type,
      defaultKeyType: 'PLAIN',
    } as const;
    const lines =
      format === 'json'
        ? JSON.stringify(value, null, how.isFlow ? 0 : how.indent).split('\n')
        : stringify(value, how.isFlow ? { ...options, collectionStyle: 'flow' } : options)
            .trimEnd()
            .split('\n');
    const pad = ' '.repeat(how.indent);
    const isLast = index === hooks.length - 1;
    const first = format === 'json' ? pad : `${pad}- `;
    const comma = format === 'json' && !isLast ? ',' : '';
    return [
      `${pad}${mark} before ${index}`,
      ...lines.map((line, at) => {
        const end = at === lines.length - 1 ? comma : '';
        return `${at === 0 ? first : format === 'json' ? pad : `${pad}  `}${line}${end} ${mark} h${index}.${at}.`;
      }),
    ];
  });
  const head = format === 'json' ? ['{ // head', '"version": 1,', '"hooks": ['] : ['# head', 'version: 1', 'hooks:'];
  const tail = format === 'json' ? ['// tail', ']', '}'] : ['# tail'];
  const text = how.mark + [...head, ...parts.flat(), ...tail, ''].join(how.eol);
  const comments = parts.map((lines) => lines.slice(1).map((line) => line.slice(line.lastIndexOf(mark))));
  return { hooks, text, comments: [...comments, ['before 0', 'head', 'tail']] };
}

function expectKept(edit: HooksEdit, { text, comments }: Written, removed: number): string {
  if (!edit.ok) throw new Error(JSON.stringify(edit.problems));
  for (const [index, list] of comments.entries()) {
    for (const comment of index === removed ? [] : list) expect(edit.text).toContain(comment);
  }
  expect(edit.text.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
  if (text.includes('\r\n')) expect(edit.text.replaceAll('\r\n', '')).not.toContain('\n');
  return edit.text;
}

describe.each(['json', 'yaml'] as const)('edits of any %s file', (format) => {
  const written = file.map((given) => write(format, given));
  const read = (text: string): readonly Hook[] => {
    const { hooks, problems } = parseHooksFile(text, { format });
    expect(problems).toEqual([]);
    return hooks;
  };

  it('give what was written before they are used', () => {
    fc.assert(
      fc.property(written, ({ text, hooks }) => {
        expect(read(text)).toEqual(hooks);
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it('replace one hook and nothing else', () => {
    fc.assert(
      fc.property(written, fc.nat(2), content, (given, at, next) => {
        const index = at % given.hooks.length;
        const hook = { id: 'other', ...next };
        const text = expectKept(replaceHook(given.text, format, `h${index}`, hook), given, index);
        expect(read(text)).toEqual(given.hooks.with(index, hook));
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('change nothing where nothing differs', () => {
    fc.assert(
      fc.property(written, ({ text, hooks: [first] }) => {
        expect(first && replaceHook(text, format, first.id, first)).toEqual({ ok: true, text });
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it('add one hook and nothing else', () => {
    fc.assert(
      fc.property(written, content, (given, next) => {
        const hook = { id: 'other', ...next };
        const text = expectKept(putHook(given.text, format, hook), given, -1);
        expect(read(text)).toEqual([...given.hooks, hook]);
        let start = 0;
        while (start < given.text.length && given.text[start] === text[start]) start += 1;
        const rest = given.text.slice(start);
        // JSON gets a comma as well.
        if (format === 'yaml') expect(text.endsWith(rest)).toBe(true);
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it('remove one hook and nothing else', () => {
    fc.assert(
      fc.property(written, fc.nat(2), (given, at) => {
        const index = at % given.hooks.length;
        const text = expectKept(removeHook(given.text, format, `h${index}`), given, index);
        expect(read(text)).toEqual(given.hooks.toSpliced(index, 1));
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it('switch one hook and nothing else', () => {
    fc.assert(
      fc.property(written, fc.nat(2), fc.boolean(), (given, at, enabled) => {
        const index = at % given.hooks.length;
        const text = expectKept(switchHook(given.text, format, `h${index}`, enabled), given, -1);
        expect(read(text)).toEqual(given.hooks.map((hook, each) => (each === index ? { ...hook, enabled } : hook)));
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it('copy one hook, disabled', () => {
    fc.assert(
      fc.property(written, fc.nat(2), (given, at) => {
        const index = at % given.hooks.length;
        const copy = duplicateHook(given.text, format, `h${index}`);
        const text = expectKept(copy, given, -1);
        const added = given.hooks
          .slice(index, index + 1)
          .map((hook) => ({ ...hook, id: `h${index}-2`, enabled: false }));
        expect(read(text)).toEqual(given.hooks.toSpliced(index + 1, 0, ...added));
        expect(copy).toMatchObject({ id: `h${index}-2` });
      }),
      { numRuns: runs(100, 30) },
    );
  });

  it('never throw, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          written.map(({ text }) => text.slice(0, -9)),
        ),
        content,
        (text, next) => {
          for (const edit of [
            removeHook(text, format, 'h0'),
            putHook(text, format, { id: 'x', ...next }),
            switchHook(text, format, 'h0', false),
            duplicateHook(text, format, 'h0'),
            replaceHook(text, format, 'h0', { id: 'x', ...next }),
          ]) {
            if (!edit.ok) expect(edit.problems.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: runs(100, 30) },
    );
  });
});
