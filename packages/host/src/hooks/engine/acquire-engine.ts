import { VERSION, type Link } from '@toolyard/core';
import { ENGINE_PROTOCOL, serveEngine, type Entered, type HookEngine, type NewEvent } from '@toolyard/hooks';
import { listenExclusively, ownPid } from '@toolyard/node';

/** The right to run the hooks of a workspace, which one process at a time has. */
export interface EngineLease {
  /** Lets others reach this engine; those that came before there was one have waited. */
  serve(engine: HookEngine): void;
  /** Whoever comes from now on waits for another engine. */
  pause(): void;
  /** Resolves when nothing runs and nothing comes in; then it is paused. */
  becomeQuiet(): Promise<void>;
  /** Gives the right away; whoever is connected is told by the end of the link, and tries again. */
  release(): Promise<void>;
}

/** Takes the right; `undefined` where another process has it. It has to be held before the journal is opened. */
export async function acquireEngine(path: string): Promise<EngineLease | undefined> {
  const host = createEngineHost();
  const socket = await listenExclusively({ path, onLink: (link) => host.welcome(link) });
  if (socket === undefined) return undefined;
  let released: Promise<void> | undefined;
  return {
    serve: host.serve,
    pause: host.pause,
    becomeQuiet: host.becomeQuiet,
    release: () => (released ??= socket.close()),
  };
}

/** Those who hand events over, and the engine that takes them. */
export interface EngineHost extends Pick<EngineLease, 'serve' | 'pause' | 'becomeQuiet'> {
  welcome(link: Link): void;
}

/**
 * A host that has no engine yet. Between "nothing runs" and the end of an engine no event may be taken, since nobody would run
 * it: such an event waits, and where its link ends it is entered elsewhere.
 */
export function createEngineHost(): EngineHost {
  const served = new Set<ReturnType<typeof serveEngine>>();
  const entering = new Set<Promise<Entered>>();
  let waiting: ((engine: HookEngine) => void)[] = [];
  let current: HookEngine | undefined;

  async function enter(events: readonly NewEvent[]): Promise<Entered> {
    const engine = current ?? (await new Promise<HookEngine>((resolve) => waiting.push(resolve)));
    const entered = engine.enter(events).finally(() => entering.delete(entered));
    entering.add(entered);
    return entered;
  }

  return {
    welcome(link) {
      const client = serveEngine(link, { enter }, { version: VERSION, protocol: ENGINE_PROTOCOL, pid: ownPid() });
      served.add(client);
      void link.closed.then(() => served.delete(client));
    },
    serve(engine) {
      current = engine;
      for (const resolve of waiting) resolve(engine);
      waiting = [];
    },
    pause: () => void (current = undefined),
    async becomeQuiet() {
      const engine = current;
      do {
        await Promise.all([...served].map((client) => client.answered()));
        await engine?.idle();
      } while (entering.size > 0 || [...served].some((client) => client.isAsked()));
      // Whoever did not wait for this may have put another one in its place.
      if (current === engine) current = undefined;
    },
  };
}
