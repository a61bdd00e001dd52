import type { Note, TextEdit } from '../parse/note.ts';
import { parseNote } from '../parse/parse-note.ts';
import { readNoteYaml } from '../parse/read-note-yaml.ts';
import { applyEdits } from '../parse/apply-edits.ts';
import { moveTarget, says, type AskedChange, type BindingChange } from './binding-change.ts';
import { planChangedBinding } from './plan-changed-binding.ts';
import { createLineMover, planMovedLines } from './plan-moved-lines.ts';
import { planNewBinding } from './plan-new-binding.ts';
import { planRemovedBinding } from './plan-removed-binding.ts';
import { writeBinding, type NewBinding } from './write-binding.ts';

/** The edits of a change, to be made together; or why there are none, for people. */
export type BindingPlan =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly message: string };

const BY_HAND = 'The frontmatter is written in a way that cannot be changed here; change "toolyard.bindings" by hand';

/**
 * Plans a change of the frontmatter as edits of its text, so that comments and the way it is written stay; bindings by lines move along with what
 * that adds or takes out. What the edits would give is read before: a plan that says anything else than what was asked for is refused.
 */
export function planBinding(note: Note, change: BindingChange): BindingPlan {
  const wrong = readNoteYaml(note.frontmatter?.text ?? '').issues.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) {
    return { ok: false, message: `The frontmatter has an error, so nothing was changed: ${wrong.message}` };
  }
  const first = planEdits(note, change);
  // A new binding by lines names them as they will be, below the line that it takes itself.
  const edits = first && planEdits(note, withMovedTarget(change, createLineMover(note, first)));
  if (edits === undefined) return { ok: false, message: BY_HAND };
  const all = [...edits, ...planMovedLines(note, edits)];
  const after = parseNote(applyEdits(note.text, all), note);
  const isAsked = says(after, { before: note, change, moved: createLineMover(note, edits) });
  return isAsked ? { ok: true, edits: all } : { ok: false, message: BY_HAND };
}

function planEdits(note: Note, change: BindingChange): readonly TextEdit[] | undefined {
  const eol = /\r\n?|\n/.exec(note.text)?.[0] ?? '\n';
  const { frontmatter } = note;
  if (frontmatter === undefined) return change.kind === 'bind' ? [planFrontmatter(note, change, eol)] : undefined;
  const { text: yaml, range } = frontmatter;
  const edits = planYamlEdits(yaml, change, eol);
  if (edits === undefined) return undefined;
  if (change.kind === 'unbind' && applyEdits(yaml, edits).trim() === '')
    return [removeFrontmatter(note, range.endLine)];
  // Where the two lines of dashes follow each other, there is no line break yet to end a line with.
  const tail = note.text[range.end] === '-' ? eol : '';
  return edits.map(({ start, end, text }) => ({
    start: range.start + start,
    end: range.start + end,
    text: text + tail,
  }));
}

function planYamlEdits(yaml: string, change: BindingChange, eol: string): readonly TextEdit[] | undefined {
  switch (change.kind) {
    case 'bind': {
      const edit = planNewBinding(yaml, writeBinding(change), eol);
      return edit && [edit];
    }
    case 'change':
      return planChangedBinding(yaml, change.index, { fields: change, eol });
    default: {
      const edit = planRemovedBinding(yaml, change.index);
      return edit && [edit];
    }
  }
}

function planFrontmatter({ lineStarts: [start = 0] }: Note, binding: NewBinding, eol: string): TextEdit {
  const lines = ['---', 'toolyard:', '  bindings:', `    - ${writeBinding(binding)}`, '---', ''];
  return { start, end: start, text: lines.join(eol) };
}

function removeFrontmatter({ text, lineStarts }: Note, lastLine: number): TextEdit {
  return { start: lineStarts[0] ?? 0, end: lineStarts[lastLine + 1] ?? text.length, text: '' };
}

function withMovedTarget(change: BindingChange, moved: AskedChange['moved']): BindingChange {
  return change.kind === 'bind' ? { ...change, target: moveTarget(change.target, moved) } : change;
}
