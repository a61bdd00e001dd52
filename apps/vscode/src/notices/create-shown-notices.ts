/** The notices that a person sees now. */
export interface ShownNotices {
  /**
   * Shows a notice, unless one with this key is still shown: then it resolves with `undefined` when that one goes, because what was pressed
   * is meant for whoever asked first.
   */
  show<Button>(key: string, show: () => Promise<Button | undefined>): Promise<Button | undefined>;
}

/** Keeps equal notices from piling up. */
export function createShownNotices(): ShownNotices {
  const shown = new Map<string, Promise<unknown>>();
  return {
    async show(key, show) {
      const before = shown.get(key);
      if (before !== undefined) {
        await before.catch(() => undefined);
        return undefined;
      }
      const now = show();
      shown.set(key, now);
      try {
        return await now;
      } finally {
        shown.delete(key);
      }
    },
  };
}
