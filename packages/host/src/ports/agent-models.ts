import type { Calls, Clock, Settings, Yard } from '@toolyard/core';
import type { AgentRunner } from '@toolyard/hooks';
import type { Surroundings } from '../surroundings/surroundings.ts';
import type { SecretStore } from './secret-store.ts';

/** What models see of a yard. */
export type AgentYard = Pick<Yard, 'catalogue' | 'server' | 'servers' | 'settled'> & {
  readonly calls: Pick<Calls, 'on'>;
};

/** What the tasks of hooks work with. */
export interface AgentParts {
  readonly yard: AgentYard;
  /** Of the configuration as it is now. */
  settings(): AgentSettings;
  /** Takes the secrets of the configuration out of a value. */
  redact(value: unknown): unknown;
}

/** What a configuration says of models. */
export type AgentSettings = Pick<Settings, 'model' | 'conversationTokenLimit' | 'conversationCostLimit'>;

/** The models of a host, for hooks. */
export interface AgentModels {
  /**
   * The id of the model that a task would be given to; asks nobody. Rejects with `model-not-chosen` and `model-key-missing`, which say
   * what to set.
   */
  findModel(host: AgentHost, named: string | undefined, settings: AgentSettings): Promise<string>;
  createRunner(host: AgentHost, parts: AgentParts): AgentRunner;
}

/** The part of a host that models need. */
export interface AgentHost {
  readonly surroundings: Surroundings;
  readonly clock: Clock;
  readonly secrets?: SecretStore | undefined;
}
