import type { ActiveNote, NoteTexts } from '../../src/ports/note-texts.ts';

/** Notes that are open in an editor of which a test is the person. */
export interface FakeTexts extends NoteTexts {
  /** The texts by their names; one that is not there is gone. */
  readonly open: Map<string, string>;
  /** How often a text was changed: each time is one step to undo. */
  steps: number;
  /** Where the cursor is. */
  cursor: Pick<ActiveNote, 'note' | 'line'> | undefined;
}

/** Creates some. */
export function createFakeTexts(open: Readonly<Record<string, string>>): FakeTexts {
  const texts: FakeTexts = {
    open: new Map(Object.entries(open)),
    steps: 0,
    cursor: undefined,
    openNote(name, where) {
      const find = (): string => texts.open.get(where() ?? name) ?? '';
      return {
        isInEditor: () => texts.open.has(where() ?? name),
        read: async () => find(),
        async update(edit) {
          const [before, note] = [find(), where()];
          const next = edit(before);
          if (next === before) return;
          if (note === undefined) throw new Error(`${name} is gone.`);
          texts.steps++;
          texts.open.set(note, next);
        },
        attach: async () => true,
      };
    },
    active() {
      const { cursor } = texts;
      return cursor && { ...cursor, text: texts.open.get(cursor.note) ?? '' };
    },
  };
  return texts;
}
