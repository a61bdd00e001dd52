import type { KnownHook } from '../hook/hook.ts';

/** Finds hooks by their ids in a list that may be another one each time. */
export function indexHooks(hooks: () => readonly KnownHook[]): (id: string) => KnownHook | undefined {
  let list: readonly KnownHook[] | undefined;
  let byId = new Map<string, KnownHook>();
  return (id) => {
    const current = hooks();
    if (current !== list) byId = new Map(current.map((known) => [known.hook.id, known]));
    list = current;
    return byId.get(id);
  };
}
