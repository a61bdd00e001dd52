import { toMessage } from '@toolyard/core';
import {
  type Badge,
  type BindableServer,
  type BindingChange,
  type BindingTarget,
  type BlockReader,
  type BoundNote,
  type NoteText,
  type UnreadEntry,
  applyEdits,
  findBadges,
  planBinding,
} from '@toolyard/documents';
import type { NoteApp } from '../ports/note-app.ts';
import type { KnownServers } from '../settings/plugin-data.ts';
import { findOwnBinding } from './find-sections-at.ts';

/** What changing bindings needs. */
export interface SectionBindingsOptions {
  readonly app: Pick<NoteApp, 'openNote' | 'notify'>;
  readonly readBlocks: BlockReader;
  /** The servers that notes are read by. */
  readonly known: () => KnownServers;
}

/** Reads and changes the bindings of notes; what cannot be changed is told to people. Each change is one step of the editor that shows the note. */
export interface SectionBindings {
  /** All servers of the vault, enabled or not. */
  servers(): readonly BindableServer[];
  /** What is shown at the bound sections of a note. A note that nothing can be bound in is not parsed for it. */
  badgesOf(note: NoteText): readonly Badge[];
  /** The note as it is now, in an editor or in its file. */
  read(path: string): Promise<BoundNote>;
  /** Binds a section, or gives it another server where it is bound. */
  bind(path: string, target: BindingTarget, server: string): Promise<void>;
  unbind(path: string, target: BindingTarget): Promise<void>;
  /** Whether sections below have the server of this one too. */
  setInherit(path: string, target: BindingTarget, inherit: boolean): Promise<void>;
  /** Takes out an entry of the frontmatter that cannot be read as a binding, if there is one at that place for that reason still. */
  removeEntry(path: string, entry: Pick<UnreadEntry, 'index' | 'reason'>): Promise<void>;
}

/** Works on the notes of the app. */
export function createSectionBindings({ app, readBlocks, known }: SectionBindingsOptions): SectionBindings {
  /** Each part of a note that is rendered asks for those of the whole note. */
  const found = new WeakMap<BoundNote, readonly Badge[]>();

  async function change(path: string, plan: (bound: BoundNote) => BindingChange | undefined): Promise<void> {
    try {
      await app.openNote(path).update((text) => {
        const bound = readBlocks({ path, text });
        const asked = plan(bound);
        // Somebody else was faster, and there is nothing left to change.
        if (asked === undefined) return text;
        const planned = planBinding(bound.note, asked);
        if (planned.ok) return applyEdits(text, planned.edits);
        app.notify(planned.message);
        return text;
      });
    } catch (error) {
      app.notify(toMessage(error));
    }
  }

  return {
    servers: () => known().servers.map(({ name, enabled }) => ({ key: name, enabled })),
    badgesOf(note) {
      if (known().bindings.length === 0 && !note.text.includes('toolyard')) return [];
      const bound = readBlocks(note);
      const badges = found.get(bound) ?? findBadges(bound);
      found.set(bound, badges);
      return badges;
    },
    read: async (path) => readBlocks({ path, text: await app.openNote(path).read() }),
    bind: (path, target, server) =>
      change(path, (bound) => {
        const index = findOwnBinding(bound, target)?.index;
        return index === undefined ? { kind: 'bind', target, server } : { kind: 'change', index, server };
      }),
    unbind: (path, target) =>
      change(path, (bound) => {
        const index = findOwnBinding(bound, target)?.index;
        return index === undefined ? undefined : { kind: 'unbind', index };
      }),
    setInherit: (path, target, inherit) =>
      change(path, (bound) => {
        const index = findOwnBinding(bound, target)?.index;
        return index === undefined ? undefined : { kind: 'change', index, inherit };
      }),
    removeEntry: (path, { index, reason }) =>
      change(path, ({ unread }) => {
        const isThere = unread.some((entry) => entry.index === index && entry.reason === reason);
        return isThere ? { kind: 'unbind', index } : undefined;
      }),
  };
}
