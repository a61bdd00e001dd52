import type { DraftStore } from '../../src/form/create-kept-drafts.ts';

/** Drafts in memory, which outlive a form and its window. */
export function createFakeDraftStore(): DraftStore {
  const texts = new Map<string, string>();
  return {
    list: () => [...texts.keys()],
    read: (id) => texts.get(id),
    write(id, text) {
      texts.delete(id);
      texts.set(id, text);
    },
    remove: (id) => void texts.delete(id),
  };
}
