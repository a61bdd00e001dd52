import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createHookEngine, type EngineEvent, type HookEngine, type KnownHook } from '@toolyard/hooks';
import { createProgramRunner, createRunLog, systemClock } from '@toolyard/node';
import type { Host } from '../host/host.ts';
import type { YardUse } from '../yard/with-yard.ts';
import { createHookYard } from './create-hook-yard.ts';
import { createRefusal } from './create-refusal.ts';
import { followConfiguration, type FollowedConfiguration } from './follow-configuration.ts';
import { followHooks } from './follow-hooks.ts';
import type { ReadHooks } from './open-hooks.ts';
import { openJournal } from './open-journal.ts';
import { readRunsOf } from './read-runs-of.ts';
import { readWorkspaceFacts } from './read-workspace-facts.ts';

/** What an engine is opened with. The right to it has to be held already. */
export interface OpenEngineOptions {
  readonly read: ReadHooks;
  readonly use: Pick<YardUse, 'yard' | 'configuration' | 'place' | 'secrets'>;
  onEvent(event: EngineEvent): void;
  /** Other hooks count now. */
  onHooks?(hooks: readonly KnownHook[]): void;
  /** The file of the configuration changed. */
  onConfiguration?(configuration: FollowedConfiguration): void;
}

/** The engine of a workspace, on its journal and its log. */
export interface OpenEngine {
  readonly engine: HookEngine;
  /** How many runs an engine before had left, which go on now. */
  readonly left: number;
  readonly configuration: FollowedConfiguration;
  hooks(): readonly KnownHook[];
  /** How many runs have not ended. */
  pending(): number;
  /** Ends the engine: what waits is left for the next. */
  close(): Promise<void>;
}

/** How many records are looked through for what was going on when an engine before was killed. */
const RECALLED = 2000;

/** Opens the engine of a workspace on a yard; what an engine before left goes on at once. */
export async function openEngine(asked: OpenEngineOptions): Promise<OpenEngine> {
  const { read, use, onEvent } = asked;
  const { host, options, workspace, folder, runsFile, approvals } = read;
  const tell = (message: string): void => onEvent({ type: 'trouble', message });
  const configuration: FollowedConfiguration = await followConfiguration(host, {
    ...options,
    use,
    onChange: () => asked.onConfiguration?.(configuration),
  });
  const hooks = followHooks(read, {
    onChange: (current) => asked.onHooks?.(current),
    onWrong: (lines) => tell(['The hooks stay as they were, since a file is wrong:', ...lines].join('\n')),
  });
  const { user } = await readWorkspaceFacts(host, workspace);
  const journal = openJournal(join(folder, 'journal.jsonl'), tell);
  const runs = createRunLog({ file: runsFile });
  const { env, platform } = host;
  const programs = createProgramRunner({ workspace, env, platform, variables: placesIn(env), onTrouble: tell });
  const { hookConcurrentLimit, hookServerLimit } = use.configuration.settings;
  const engine = await createHookEngine({
    hooks: () => hooks.current(),
    refusal: createRefusal(approvals, configuration),
    facts: () => readWorkspaceFacts(host, workspace, user),
    yard: createHookYard(use.yard),
    programs,
    journal,
    keep: (record) => runs.keep(record),
    kept: async () => new Map((await readRunsOf(read, RECALLED)).map(({ id, status }) => [id, status])),
    redact: (value) => configuration.redact(value),
    clock: systemClock,
    newId: randomUUID,
    limits: { concurrent: hookConcurrentLimit, perServer: hookServerLimit },
    onEvent,
  });
  return {
    engine,
    left: journal.left(),
    configuration,
    pending: () => journal.pending.size,
    hooks: () => hooks.current(),
    async close() {
      hooks.close();
      await engine.stop();
      await programs.stop();
      configuration.close();
    },
  };
}

/** Variables that say where Toolyard keeps its files, so that one that a program starts finds the same. */
const PLACES = ['TOOLYARD_STATE_DIR', 'TOOLYARD_DATA_DIR', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'];

function placesIn(env: Host['env']): Record<string, string> {
  return Object.fromEntries(PLACES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
