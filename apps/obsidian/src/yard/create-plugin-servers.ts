import { createServerApprovals } from './create-server-approvals.ts';
import { createServerEdits } from './create-server-edits.ts';
import { createServerList } from './create-server-list.ts';
import { createServerSecrets } from './create-server-secrets.ts';
import { createServerSwitches } from './create-server-switches.ts';
import { createServerTests } from './create-server-tests.ts';
import { createLongWork } from './long-work.ts';
import type { PluginParts } from './plugin-parts.ts';
import type { PluginServers } from './plugin-servers.ts';
import { findUses, renameInNotes } from './server-uses.ts';
import { createServerViews } from './server-views.ts';

/** Joins everything that settings and views do with servers. */
export function createPluginServers(parts: PluginParts): PluginServers {
  const { app, settings, yard, known } = parts;
  const listeners = new Set<() => void>();
  const views = createServerViews(yard);
  const tell = (): void => listeners.forEach((listener) => listener());
  settings.on(tell);
  yard.on(tell);

  /** What was decided, set or named on this device changes what is shown, and no settings or yard tell of it. */
  function telling<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => work(...args).finally(tell);
  }

  const secrets = createServerSecrets(parts);
  const tests = createServerTests(parts);
  const running = createLongWork(parts.closing);
  const switches = createServerSwitches(parts, secrets);
  const approvals = createServerApprovals(parts);
  return {
    list: createServerList(parts, views),
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: async () => void (await yard.open([])),
    ...createServerEdits(parts),
    ...switches,
    switchServer: telling(switches.switchServer),
    logIn: telling(switches.logIn),
    logOut: telling(switches.logOut),
    test: telling(async (server, { signal, ...options } = {}) => {
      const given = await running.run((until) => tests.test(server, { ...options, signal: until }), signal);
      if (given.ok && typeof server === 'string') views.learn(server, given.tools);
      return given;
    }),
    testsEnded: () => running.ended(),
    ...approvals,
    askApproval: telling(approvals.askApproval),
    revoke: telling(approvals.revoke),
    setTrust: telling(approvals.setTrust),
    ...secrets,
    setSecret: telling(secrets.setSecret),
    namedFile: () => known.namedFile,
    useFile: telling((file: string | undefined) => known.use(file)),
    findUses: (name) => findUses(app, name),
    renameInNotes: (from, to) => renameInNotes(app, from, to),
  };
}
