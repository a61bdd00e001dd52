import { join } from 'node:path';
import {
  createValueRedactor,
  secretsOf,
  type Configuration,
  type ServerDefinition,
  type Settings,
  type Yard,
} from '@toolyard/core';
import { createInputAnswers, type InputAnswers } from '../../configuration/create-input-answers.ts';
import { bindMemory } from '../../configuration/bind-memory.ts';
import { readChain } from '../../configuration/open-configuration.ts';
import { createOwnYard } from '../../yard/create-own-yard.ts';
import type { YardPlace } from '../../yard/locate-yard.ts';
import { rememberSuccesses } from '../../yard/remember-successes.ts';
import { withYardState, type YardState } from '../../yard/with-yard-state.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { writtenAs, type ForeignMcpServer } from './foreign-mcp-server.ts';
import { resolveForeign } from './resolve-foreign.ts';

/** The servers of other programs that were approved, running beside those of the configuration for as long as hooks need them. */
export interface ForeignYard {
  /** Where they run; absent while there is none. */
  yard(): Yard | undefined;
  /**
   * Runs a server as it is defined now, in place of what ran under that name before; resolves when it is starting. Whoever calls this has
   * made sure that the definition is approved. Rejects with `config-invalid`.
   */
  admit(id: string, server: ForeignMcpServer): Promise<void>;
  /** Stops what runs under a name, unless it is this definition. */
  drop(id: string, server?: ForeignMcpServer): Promise<void>;
  /** From now on nobody is asked for inputs. */
  stopAsking(): void;
  /** Takes what these servers were given and is secret out of a value. */
  redact(value: unknown): unknown;
  /** Resolves when nothing of it is left. */
  stop(): Promise<void>;
}

export interface ForeignYardOptions {
  readonly opened: Pick<OpenHooks, 'host' | 'shown' | 'folder' | 'surroundings'>;
  /** Of the configuration that they run beside. */
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

interface Admitted {
  readonly hash: string;
  readonly definition: ServerDefinition;
  readonly written: ServerDefinition;
}

/** Where Toolyard keeps what it knows of the servers of other programs that the hooks of a workspace use. */
export function locateForeignState({ folder }: Pick<OpenHooks, 'folder'>): YardPlace {
  const stateFolder = join(folder, 'foreign');
  return { kind: 'default', stateFolder, logFile: join(stateFolder, 'log.jsonl'), socket: '' };
}

/** A yard without servers, which is only made when the first one is admitted. */
export function openForeignYard({ opened, settings, signal }: ForeignYardOptions): ForeignYard {
  const { host, shown, surroundings } = opened;
  const admitted = new Map<string, Admitted>();
  const answers = new Map<string, InputAnswers>();
  const secrets = new Set<string>();
  let redact = createValueRedactor([]);
  let mayAsk = true;
  let running: Promise<RunningForeign> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let current: RunningForeign | undefined;

  function inputsOf(file: string): InputAnswers {
    const known = answers.get(file) ?? createInputAnswers(host, async () => file, signal);
    answers.set(file, known);
    if (!mayAsk) known.stopAsking();
    return known;
  }

  async function apply(): Promise<void> {
    const servers = [...admitted.values()];
    for (const secret of secretsOf({ servers: servers.map(({ definition }) => definition) })) secrets.add(secret);
    redact = createValueRedactor([...secrets]);
    running ??= withYardState(host, { place: locateForeignState(opened), shown }, (state) =>
      startRunning(opened, state, settings),
    );
    current = await running;
    await current.run(servers, [...secrets]);
  }

  async function admit(id: string, server: ForeignMcpServer): Promise<void> {
    const written = writtenAs(id, server);
    const known = admitted.get(id);
    // What was missing may have been answered since.
    const isSame = known?.hash === server.found.hash && known.definition.missing === undefined;
    if (written === undefined || isSame) return;
    const inputs = inputsOf(server.found.file);
    const definition = await resolveForeign(id, server, { surroundings, inputs });
    if (known?.hash === server.found.hash && definition.missing !== undefined) return;
    admitted.set(id, { hash: server.found.hash, definition: { ...definition, start: 'eager' }, written });
    await apply();
  }

  /** One after the other, since each makes a new configuration from the one before. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    yard: () => current?.yard,
    admit: (id, server) => inTurn(() => admit(id, server)),
    async drop(id, server) {
      const isOther = (): boolean => admitted.has(id) && admitted.get(id)?.hash !== server?.found.hash;
      if (isOther()) await inTurn(async () => (isOther() && admitted.delete(id) ? apply() : undefined));
    },
    stopAsking: () => void (mayAsk = false),
    redact: (value) => redact(value),
    async stop() {
      await last;
      await (await running)?.stop();
    },
  };
}

interface RunningForeign {
  readonly yard: Yard;
  run(servers: readonly Admitted[], secrets: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

async function startRunning(
  { host, surroundings }: ForeignYardOptions['opened'],
  { log, memory, flush }: YardState,
  settings: Settings,
): Promise<RunningForeign> {
  const empty: Configuration = { servers: [], settings };
  const bound = bindMemory(memory, { configuration: empty, asWritten: empty });
  // Another Toolyard may look for the same servers at this moment.
  await memory.settleUnusable?.('leave');
  const { yard, stop } = createOwnYard(host, {
    configuration: empty,
    chain: await readChain(surroundings, undefined),
    log,
    memory: rememberSuccesses(bound),
    redactShown: (text) => log.redact(text),
  });
  return {
    yard,
    async run(servers, secrets) {
      const configuration = { settings, servers: servers.map(({ definition }) => definition) };
      log.hide(secrets);
      bound.bind({ configuration, asWritten: { settings, servers: servers.map(({ written }) => written) } });
      await yard.reconfigure(configuration);
    },
    async stop() {
      await stop();
      await flush();
    },
  };
}
