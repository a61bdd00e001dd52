import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createHookEngine, type EngineEvent, type HookEngine, type KnownHook } from '@toolyard/hooks';
import { createProgramRunner, createRunLog } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { UsedYard } from '../../yard/use-yard.ts';
import { followHooks, type FollowedHooks } from '../read/follow-hooks.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { readRunsOf } from '../read/read-runs-of.ts';
import { createHookAgent } from './create-hook-agent.ts';
import { createHookYard } from './create-hook-yard.ts';
import { createRefusal } from './create-refusal.ts';
import { followConfiguration, type FollowedConfiguration } from './follow-configuration.ts';
import { openJournal } from './open-journal.ts';
import { readWorkspaceFacts } from './read-workspace-facts.ts';

/** What an engine is opened with. The right to it has to be held already. */
export interface OpenEngineOptions {
  readonly opened: OpenHooks;
  readonly used: Pick<UsedYard, 'yard' | 'configuration' | 'place' | 'secrets'>;
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
  const { opened, used } = asked;
  const configuration: FollowedConfiguration = await followConfiguration(opened, used, () =>
    asked.onConfiguration?.(configuration),
  );
  const hooks = followHooks(opened, {
    onChange: (current) => asked.onHooks?.(current),
    onWrong: (lines) => warn(asked, ['Keeping the current hooks, because a file has problems:', ...lines].join('\n')),
  });
  try {
    return await startEngine(asked, configuration, hooks);
  } catch (error) {
    hooks.close();
    configuration.close();
    throw error;
  }
}

async function startEngine(
  asked: OpenEngineOptions,
  configuration: FollowedConfiguration,
  hooks: FollowedHooks,
): Promise<OpenEngine> {
  const { opened, used, onEvent } = asked;
  const { host, surroundings, workspace, folder, runsFile, approvals } = opened;
  const tell = (message: string): void => warn(asked, message);
  const { user } = await readWorkspaceFacts(surroundings, workspace);
  const journal = openJournal(join(folder, 'journal.jsonl'), tell);
  const runs = createRunLog({ file: runsFile });
  const { env, platform } = surroundings;
  const programs = createProgramRunner({ workspace, env, platform, variables: placesIn(env), onWarning: tell });
  const { hookConcurrentLimit, hookServerLimit } = used.configuration.settings;
  const engine = await createHookEngine({
    hooks: () => hooks.current(),
    refusal: createRefusal(approvals, configuration),
    facts: () => readWorkspaceFacts(surroundings, workspace, user),
    yard: createHookYard(used.yard),
    programs,
    agent: createHookAgent(host, {
      yard: used.yard,
      settings: () => used.configuration.settings,
      redact: (value) => configuration.redact(value),
    }),
    journal,
    keep: (record) => runs.keep(record),
    kept: async () => new Map((await readRunsOf(opened, RECALLED)).map(({ id, status }) => [id, status])),
    redact: (value) => configuration.redact(value),
    clock: host.clock,
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

function warn({ onEvent }: OpenEngineOptions, message: string): void {
  onEvent({ type: 'warning', message });
}

/** Variables that say where Toolyard keeps its files, so that one that a program starts finds the same. */
const PLACES = ['TOOLYARD_STATE_DIR', 'TOOLYARD_DATA_DIR', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'];

function placesIn(env: Surroundings['env']): Record<string, string> {
  return Object.fromEntries(PLACES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
