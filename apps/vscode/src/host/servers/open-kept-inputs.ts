import type { ExtensionContext } from 'vscode';
import { createKeptInputs, type KeptInputs } from '../../servers/inputs/create-kept-inputs.ts';

/** Under which the names of kept answers are written down, on this device alone. */
const NAMES = 'keptInputs';

/** The answers to inputs in the editor's secret storage. */
export function openKeptInputs({
  secrets,
  globalState,
}: Pick<ExtensionContext, 'secrets' | 'globalState'>): KeptInputs {
  return createKeptInputs(secrets, {
    read() {
      const kept: unknown = globalState.get(NAMES);
      return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [];
    },
    write: (names) => globalState.update(NAMES, names),
  });
}
