import type { Model } from '@toolyard/assistant';
import { chooseModel, createModel, type ModelChoices } from '@toolyard/models';
import { createNodeHttpRequester } from '@toolyard/node';
import type { Host } from '../ports/host.ts';

/** A model of this host, and the connections to its provider. */
export interface HostModel {
  readonly model: Model;
  /** Ends every connection. */
  close(): void;
}

/**
 * The model that was chosen, with keys and addresses from the environment, never from a note. Throws `model-not-chosen` and
 * `model-key-missing`, which say what to set.
 */
export function openHostModel(
  { surroundings: { env }, clock }: Pick<Host, 'surroundings' | 'clock'>,
  choices: Omit<ModelChoices, 'variable'>,
): HostModel {
  const variable = (name: string): string | undefined => env[name];
  const id = chooseModel({ ...choices, variable });
  const requester = createNodeHttpRequester();
  return { model: createModel(id, { variable, requester, clock }), close: () => requester.close() };
}
