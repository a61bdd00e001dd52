import { describe, expect, it } from 'vitest';
import { applyEdits } from '../parse/apply-edits.ts';
import { parseNote } from '../parse/parse-note.ts';
import type { BindingChange } from './binding-change.ts';
import { planBinding } from './plan-binding.ts';

const BODY = '# Note\n\n## Tools\n\ntext\n';
const HEADING = { kind: 'heading', text: 'Tools', level: 2 } as const;
const BIND: BindingChange = { kind: 'bind', target: HEADING, server: 'files' };
const ENTRY = '{ heading: "## Tools", server: files }';

/** The text after a change, or why there is none. */
function change(text: string, asked: BindingChange): string {
  const plan = planBinding(parseNote(text, { servers: [] }), asked);
  return plan.ok ? applyEdits(text, plan.edits) : `refused: ${plan.message}`;
}

/** The frontmatter after a change of it. */
function changeYaml(yaml: string, asked: BindingChange): string {
  const after = change(`---\n${yaml}---\n${BODY}`, asked);
  return after.startsWith('---\n') ? after.slice(4, after.indexOf('---\n', 4)) : after;
}

describe('a new binding', () => {
  it('makes frontmatter where there is none, behind a byte order mark', () => {
    const written = `---\ntoolyard:\n  bindings:\n    - ${ENTRY}\n---\n`;
    expect(change(BODY, BIND)).toBe(written + BODY);
    expect(change(`\uFEFF${BODY}`, BIND)).toBe(`\uFEFF${written}${BODY}`);
    expect(change('', BIND)).toBe(written);
  });

  it('ends lines as the note does', () => {
    expect(change('---\r\na: 1\r\n---\r\nx\r\n', BIND)).toBe(
      `---\r\na: 1\r\ntoolyard:\r\n  bindings:\r\n    - ${ENTRY}\r\n---\r\nx\r\n`,
    );
  });

  it.each([
    ['empty frontmatter', '', `toolyard:\n  bindings:\n    - ${ENTRY}\n`],
    ['an empty line', '\n', `toolyard:\n  bindings:\n    - ${ENTRY}\n`],
    ['other keys', 'a: 1 # one\n# end\n', `a: 1 # one\n# end\ntoolyard:\n  bindings:\n    - ${ENTRY}\n`],
    ['a text at the end', 'a: |\n  text\n', `a: |\n  text\ntoolyard:\n  bindings:\n    - ${ENTRY}\n`],
    ['settings without a value', 'toolyard:\nb: 2\n', `toolyard:\n  bindings:\n    - ${ENTRY}\nb: 2\n`],
    ['other settings', 'toolyard: # c\n    x: 1\n', `toolyard: # c\n    bindings:\n      - ${ENTRY}\n    x: 1\n`],
    ['settings in braces', 'toolyard: { x: 1 }\n', `toolyard: { bindings: [${ENTRY}], x: 1 }\n`],
    ['empty braces', 'toolyard: {}\n', `toolyard: { bindings: [${ENTRY}] }\n`],
    ['no entries', 'toolyard:\n  bindings: # c\n', `toolyard:\n  bindings: # c\n    - ${ENTRY}\n`],
    ['empty brackets', 'toolyard:\n  bindings: []\n', `toolyard:\n  bindings: [${ENTRY}]\n`],
    [
      'entries in brackets',
      'toolyard: { bindings: [{ block: a, server: b }] }\n',
      `toolyard: { bindings: [{ block: a, server: b }, ${ENTRY}] }\n`,
    ],
    [
      'entries on lines, with comments',
      'toolyard:\n  bindings:\n  # first\n  - block: a\n    server: b # c\n  # end\nz: 1\n',
      `toolyard:\n  bindings:\n  # first\n  - block: a\n    server: b # c\n  - ${ENTRY}\n  # end\nz: 1\n`,
    ],
  ])('is added to %s', (_, before, after) => {
    expect(changeYaml(before, BIND)).toBe(after);
  });

  it('names lines as they are once it stands there, and moves those of others', () => {
    const before = '---\ntoolyard:\n  bindings:\n    - { lines: "7-8", server: a }\n---\n\none\ntwo\nthree\n';
    const asked = { kind: 'bind', target: { kind: 'lines', start: 8, end: 9 }, server: 'b', inherit: false } as const;
    expect(change(before, asked)).toBe(
      '---\ntoolyard:\n  bindings:\n    - { lines: "8-9", server: a }\n    - { lines: "9-10", server: b, inherit: false }\n---\n\none\ntwo\nthree\n',
    );
    expect(change('one\ntwo\n', { ...asked, target: { kind: 'lines', start: 1, end: 2 } })).toContain('"6-7"');
  });

  it('puts names in quotes where YAML would read something else', () => {
    expect(change('', { kind: 'bind', target: { kind: 'block', id: 'true' }, server: 'my: "server"' })).toContain(
      '{ block: "true", server: "my: \\"server\\"" }',
    );
    const text = 'C #';
    expect(change('', { kind: 'bind', target: { kind: 'heading', text, level: 1 }, server: 'a' })).toContain(
      '"# C # #"',
    );
  });

  it('is refused where the frontmatter is wrong, or is no mapping', () => {
    expect(change('---\na: [1\n---\n', BIND)).toMatch(
      /^refused: The frontmatter has an error, so nothing was changed: /,
    );
    const byHand =
      'refused: The frontmatter is written in a way that cannot be changed here; change "toolyard.bindings" by hand';
    for (const yaml of [
      'just words\n',
      '{ in: braces }\n',
      '  indented: 1\n',
      'toolyard: words\n',
      'toolyard:\n  bindings: words\n',
    ]) {
      expect(changeYaml(yaml, BIND)).toBe(byHand);
    }
  });
});

const TWO =
  'toolyard:\n  bindings:\n    # why\n    - { block: a, server: b } # c\n    - heading: x\n      server: "y" # d\n';

describe('a binding that changes', () => {
  it('gets another server, and everything else stays as it was written', () => {
    expect(changeYaml(TWO, { kind: 'change', index: 0, server: 'z' })).toBe(TWO.replace('server: b', 'server: z'));
    expect(changeYaml(TWO, { kind: 'change', index: 1, server: 'z' })).toBe(TWO.replace('"y"', 'z'));
  });

  it('gets its inheritance switched off and on', () => {
    const first = TWO.replace('server: b }', 'server: b, inherit: false }');
    expect(changeYaml(TWO, { kind: 'change', index: 0, inherit: false })).toBe(first);
    expect(changeYaml(first, { kind: 'change', index: 0, inherit: true })).toBe(first.replace('false', 'true'));
    expect(changeYaml(TWO, { kind: 'change', index: 0, inherit: true })).toBe(TWO);
    expect(changeYaml(TWO, { kind: 'change', index: 1, inherit: false })).toBe(`${TWO}      inherit: false\n`);
  });

  it('is refused where that would change another one too, or where it is not there', () => {
    const shared = 'toolyard: { bindings: [{ block: a, server: &s b }, { block: c, server: *s }] }\n';
    expect(changeYaml(shared, { kind: 'change', index: 1, server: 'z' })).toMatch(/^refused: /);
    expect(changeYaml(TWO, { kind: 'change', index: 2, server: 'z' })).toMatch(/^refused: /);
    expect(change(BODY, { kind: 'unbind', index: 0 })).toMatch(/^refused: /);
  });
});

describe('a binding that is taken out', () => {
  it.each([
    ['of several', TWO, 0, 'toolyard:\n  bindings:\n    # why\n    - heading: x\n      server: "y" # d\n'],
    ['the last of several', TWO, 1, 'toolyard:\n  bindings:\n    # why\n    - { block: a, server: b } # c\n'],
    [
      'in brackets',
      'toolyard: { bindings: [{ block: a, server: b }, { block: c, server: d }] }\n',
      0,
      'toolyard: { bindings: [{ block: c, server: d }] }\n',
    ],
    [
      'at the end of brackets',
      'toolyard: { bindings: [{ block: a, server: b }, { block: c, server: d }] }\n',
      1,
      'toolyard: { bindings: [{ block: a, server: b }] }\n',
    ],
    ['the only one', 'a: 1\ntoolyard:\n  bindings:\n    - { block: a, server: b }\nz: 2\n', 0, 'a: 1\nz: 2\n'],
    ['beside other settings', 'toolyard:\n  x: 1\n  bindings: [{ block: a, server: b }]\n', 0, 'toolyard:\n  x: 1\n'],
    [
      'below a comment',
      'toolyard:\n  # why\n  bindings:\n    - { block: a, server: b } # c\n',
      0,
      'toolyard:\n  # why\n  bindings:\n',
    ],
  ])('%s', (_, before, index, after) => {
    expect(changeYaml(before, { kind: 'unbind', index })).toBe(after);
  });

  it('takes frontmatter along that has nothing else', () => {
    expect(change(change(BODY, BIND), { kind: 'unbind', index: 0 })).toBe(BODY);
  });

  it('moves the lines of others', () => {
    const [first, second] = ['    - { block: a, server: b }\n', '    - { lines: "8-9", server: c }\n'];
    const before = `---\ntoolyard:\n  bindings:\n${first}${second}---\n\none\ntwo\n`;
    expect(change(before, { kind: 'unbind', index: 0 })).toBe(before.replace(first, '').replace('8-9', '7-8'));
    expect(change(before, { kind: 'unbind', index: 1 })).toBe(before.replace(second, ''));
  });
});
