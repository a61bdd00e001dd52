import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits } from '../parse/apply-edits.ts';
import { parseNote } from '../parse/parse-note.ts';
import { planBinding } from './plan-binding.ts';
import { resolveBindings } from './resolve-bindings.ts';

const SERVERS = ['alpha', 'beta', 'my "own": server'];
const words = fc.stringMatching(/^[A-Za-z#:"'\\{}[\], -]{1,12}$/);
const line = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 6 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.constantFrom('', 'text', 'text ^here', '===', '- item'),
);
const frontmatter = fc.constantFrom(
  '',
  '---\n---\n',
  '---\n# words\na: 1\n---\n',
  '---\ntoolyard:\n  # why\n  bindings:\n    - { lines: "9-12", server: alpha }\n---\n',
  '---\ntoolyard: { bindings: [{ heading: x, server: beta }] }\n---\n',
);
const notes = fc.tuple(frontmatter, fc.array(line, { minLength: 1, maxLength: 12 }));

const bind = (text: string): ReturnType<typeof resolveBindings> => {
  const servers = SERVERS.map((key) => ({ key, enabled: true }));
  return resolveBindings(parseNote(text, { servers: SERVERS }), { bindings: [], path: 'note.md', servers });
};

it('binds any heading to any server, and gives the same note back when it is unbound', () => {
  fc.assert(
    fc.property(notes, fc.nat(), fc.constantFrom(...SERVERS), ([head, body], pick, server) => {
      const text = `${head}${body.join('\n')}\n`;
      const before = bind(text).note;
      const named = before.headings.filter((heading) => heading.text.trim() !== '');
      const heading = named[pick % Math.max(1, named.length)];
      fc.pre(heading !== undefined);
      const target = { kind: 'heading', text: heading.text, level: heading.level } as const;
      const plan = planBinding(before, { kind: 'bind', target, server });
      const after = plan.ok ? applyEdits(text, plan.edits) : '';
      const bound = bind(after);
      const added = bound.note.lineStarts.length - before.lineStarts.length;
      const own = bound.bindings.at(-1);
      expect(own?.ranges.map((range) => range.line)).toContain(heading.line + added);
      expect(own?.binding.server).toBe(server);
      const back = planBinding(bound.note, { kind: 'unbind', index: own?.binding.index ?? -1 });
      const restored = back.ok ? applyEdits(after, back.edits) : '';
      // Dashes with nothing between them go together with the entry.
      expect(restored).toBe(head === '---\n---\n' ? text.slice(head.length) : text);
    }),
    { numRuns: runs(500) },
  );
});
