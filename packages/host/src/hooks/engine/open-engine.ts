import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock, Settings } from '@toolyard/core';
import {
  cameToSomething,
  createHookEngine,
  parseRunRecord,
  type EngineEvent,
  type HookEngine,
  type HookEngineOptions,
  type KnownHook,
} from '@toolyard/hooks';
import { createProgramRunner, createRunLog, placeVariablesIn, type RunLog } from '@toolyard/node';
import { createServerLookup, type ServerLookup } from '../foreign/create-server-lookup.ts';
import { followHooks, type FollowedHooks } from '../read/follow-hooks.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { readRunsOf } from '../read/read-runs-of.ts';
import { createGitHubSender } from '../github/create-github-sender.ts';
import { createAgentYard } from './create-agent-yard.ts';
import { createHookAgent } from './create-hook-agent.ts';
import { createHookYard } from './create-hook-yard.ts';
import { createHookRedactor } from './create-hook-redactor.ts';
import { createRefusal } from './create-refusal.ts';
import { followConfiguration, type FollowedConfiguration } from './follow-configuration.ts';
import { followInbox } from './follow-inbox.ts';
import { openJournal } from './open-journal.ts';
import { readWorkspaceFacts } from './read-workspace-facts.ts';
import type { UsedHookYard } from './use-hook-yard.ts';
import { withForeignServers } from './with-foreign-servers.ts';

/** What an engine is opened with. The right to it has to be held already. */
export interface OpenEngineOptions {
  readonly opened: OpenHooks;
  readonly used: Pick<UsedHookYard, 'yard' | 'configuration' | 'place' | 'secrets' | 'foreign'>;
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
  readonly servers: ServerLookup;
  hooks(): readonly KnownHook[];
  /** Why a hook may not run, as far as people have a say. */
  refusal(known: KnownHook): Promise<string | undefined>;
  /** How many runs have not ended. */
  pending(): number;
  /** Takes what waits in the inbox now, rather than with the next look. */
  lookAtInbox(): Promise<void>;
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
  const runs = openRunLog(runsFile, used.configuration.settings, host.clock);
  const redactGiven = createHookRedactor(() => hooks.current(), surroundings.env);
  const redact = (value: unknown): unknown => redactGiven(used.foreign.redact(configuration.redact(value)));
  const doers = openDoers(asked, redact);
  const { hookConcurrentLimit, hookServerLimit } = used.configuration.settings;
  const { foreign, place } = used;
  const servers = createServerLookup(surroundings, { ...configuration, file: place.file }, opened.sources);
  const { find } = servers;
  const refusal = createRefusal({ approvals, find, problem: () => configuration.problem(), foreign });
  const engine = await createHookEngine({
    hooks: () => hooks.current(),
    refusal,
    facts: () => readWorkspaceFacts(surroundings, workspace, user),
    ...doers,
    journal,
    keep: (record) => runs.keep(record),
    kept: async () => new Map((await readRunsOf(opened, RECALLED)).map((record) => [record.id, record])),
    redact,
    clock: host.clock,
    newId: randomUUID,
    limits: { concurrent: hookConcurrentLimit, perServer: hookServerLimit },
    onEvent,
  });
  const inbox = followInbox({ folder: opened.inbox, engine, onWarning: tell });
  await inbox.look();
  return {
    engine,
    left: journal.left(),
    configuration,
    servers,
    refusal,
    pending: () => journal.pending.size,
    hooks: () => hooks.current(),
    lookAtInbox: inbox.look,
    async close() {
      hooks.close();
      await inbox.close();
      await engine.stop();
      await doers.close();
      configuration.close();
    },
  };
}

/** What actions are done with; nothing of it is left when `close` resolves. */
type Doers = Pick<HookEngineOptions, 'yard' | 'programs' | 'github' | 'agent'> & { close(): Promise<void> };

function openDoers(asked: OpenEngineOptions, redact: (value: unknown) => unknown): Doers {
  const { opened, used } = asked;
  const { host, surroundings, workspace } = opened;
  const { env, platform } = surroundings;
  const onWarning = (message: string): void => warn(asked, message);
  const programs = createProgramRunner({ workspace, env, platform, variables: placeVariablesIn(env), onWarning });
  const github = createGitHubSender(env);
  const yard = createAgentYard(used.yard, used.foreign);
  return {
    yard: withForeignServers(createHookYard(used.yard), used.foreign),
    programs,
    github,
    agent: createHookAgent(host, { yard, settings: () => used.configuration.settings, redact }),
    async close() {
      await programs.stop();
      github.close();
    },
  };
}

/** Limits count what came to something; of what just did not match, less is kept. */
function openRunLog(file: string, { hookRunsKept, hookRunsKeptDays }: Settings, clock: Clock): RunLog {
  return createRunLog({
    file,
    limits: { runs: hookRunsKept, days: hookRunsKeptDays },
    describe(value) {
      const record = parseRunRecord(value);
      return record && { isRun: cameToSomething(record), at: Date.parse(record.endedAt) };
    },
    clock,
  });
}

function warn({ onEvent }: OpenEngineOptions, message: string): void {
  onEvent({ type: 'warning', message });
}
