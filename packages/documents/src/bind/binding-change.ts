import { isJsonObject, toCanonicalJson } from '@toolyard/core';
import type { Note } from '../parse/note.ts';
import { readNoteYaml } from '../parse/read-note-yaml.ts';
import type { Binding, BindingTarget } from './binding.ts';
import type { LineRange } from './move-bindings.ts';
import type { BindingFields } from './plan-changed-binding.ts';
import { readNoteBindings } from './read-note-bindings.ts';
import type { NewBinding } from './write-binding.ts';

/** One change of the bindings in a note's frontmatter; `index` is that of a `Binding`. */
export type BindingChange =
  | ({ readonly kind: 'bind' } & NewBinding)
  | ({ readonly kind: 'change'; readonly index: number } & BindingFields)
  | { readonly kind: 'unbind'; readonly index: number };

/** A change that was asked for. */
export interface AskedChange {
  readonly before: Note;
  readonly change: BindingChange;
  /** Where lines are after it. */
  readonly moved: (range: LineRange) => LineRange;
}

/** Whether the frontmatter of a note says just what a change was to give, and all else as before. */
export function says(note: Note, { before, change, moved }: AskedChange): boolean {
  const kept = listBindings(before).map((binding) => ({ ...binding, target: moveTarget(binding.target, moved) }));
  return describe(note, listBindings(note)) === describe(before, applyChange(kept, change, moved));
}

/** What a section is called in frontmatter, and where its lines are after a change. */
export function moveTarget(target: BindingTarget, moved: AskedChange['moved']): BindingTarget {
  return target.kind === 'lines' ? { kind: target.kind, ...moved(target) } : target;
}

type Listed = Pick<Binding, 'target' | 'server' | 'inherit' | 'index'>;

function listBindings(note: Note): readonly Listed[] {
  return readNoteBindings(note).bindings.map(({ target, server, inherit, index }) => {
    return { target, server, inherit, ...(index !== undefined && { index }) };
  });
}

function describe(note: Note, bindings: readonly Listed[]): string {
  return toCanonicalJson([withoutBindings(note), bindings.map(({ index: _index, ...said }) => said)]);
}

function applyChange(listed: readonly Listed[], change: BindingChange, moved: AskedChange['moved']): readonly Listed[] {
  switch (change.kind) {
    case 'bind': {
      const { target, server, inherit = true } = change;
      return [...listed, { target: moveTarget(normalize(target), moved), server, inherit }];
    }
    case 'change':
      return listed.map((binding) => {
        if (binding.index !== change.index) return binding;
        return { ...binding, server: change.server ?? binding.server, inherit: change.inherit ?? binding.inherit };
      });
    default:
      return listed.filter(({ index }) => index !== change.index);
  }
}

function normalize(target: BindingTarget): BindingTarget {
  return target.kind === 'heading' ? { ...target, text: target.text.replaceAll(/\s+/g, ' ').trim() } : target;
}

function withoutBindings({ frontmatter }: Note): unknown {
  const { value } = readNoteYaml(frontmatter?.text ?? '');
  if (!isJsonObject(value)) return value ?? {};
  const { toolyard, ...rest } = value;
  if (!isJsonObject(toolyard)) return rest;
  const { bindings: _bindings, ...settings } = toolyard;
  return Object.keys(settings).length === 0 ? rest : { ...rest, toolyard: settings };
}
