import type { NoteStore } from '@toolyard/documents';

/** A note in memory that a test can change at any time. */
export interface TestNote extends NoteStore {
  text: string;
  /** How often it was written. */
  readonly updates: number;
  /** Resolves when all that was begun is stored. */
  settled(): Promise<void>;
}

/** A store with this text. */
export function createTestNote(text: string): TestNote {
  let updates = 0;
  return {
    text,
    get updates() {
      return updates;
    },
    async settled() {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
    async read() {
      return this.text;
    },
    async update(edit) {
      const next = edit(this.text);
      if (next !== this.text) updates++;
      this.text = next;
    },
    attach: () => Promise.resolve(true),
  };
}
