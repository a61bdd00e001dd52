import type { StoredServer } from '../settings/plugin-data.ts';
import { createServerApprovals } from './create-server-approvals.ts';
import { createServerEdits } from './create-server-edits.ts';
import { createServerSecrets } from './create-server-secrets.ts';
import { createServerTests } from './create-server-tests.ts';
import type { PluginParts } from './plugin-parts.ts';
import type { PluginServers, ServerBlock } from './plugin-servers.ts';
import { findUses, renameInNotes } from './server-uses.ts';
import { createServerViews, type ViewedServer } from './server-views.ts';

/** Joins everything that settings and views do with servers. */
export function createPluginServers(parts: PluginParts): PluginServers {
  const { app, settings, device, vault, yard, known } = parts;
  const listeners = new Set<() => void>();
  const views = createServerViews(yard);
  const tell = (): void => listeners.forEach((listener) => listener());
  settings.on(tell);
  yard.on(tell);

  function toViewed(server: StoredServer, unapproved: ReadonlyMap<string, ServerBlock>): ViewedServer {
    const { name, enabled } = server;
    const missingSecrets = vault.findMissing(server);
    const block = unapproved.get(name) ?? (missingSecrets.length > 0 ? 'needs-secret' : undefined);
    const isTrusted = device.record.approved[name]?.trust === true;
    return { name, enabled, stored: server, missingSecrets, isTrusted, ...(block !== undefined && { block }) };
  }

  /** What was decided, set or named on this device changes what is shown, and no settings or yard tell of it. */
  function telling<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return async (...args) => {
      try {
        return await work(...args);
      } finally {
        tell();
      }
    };
  }

  const secrets = createServerSecrets(parts);
  const tests = createServerTests(parts);
  const edits = createServerEdits(parts, { setSecret: secrets.setSecret, isTested: tests.isTested });
  const approvals = createServerApprovals(parts);
  return {
    list() {
      if (known.namedFile !== undefined) {
        const { servers } = known.current();
        return servers.map((server) => views.toView({ ...server, missingSecrets: [], isTrusted: false }));
      }
      const unapproved = new Map(
        vault
          .findUnapproved()
          .map(({ name, before }) => [name, before === undefined ? 'not-approved' : 'changed'] as const),
      );
      return settings.data.servers.map((server) => views.toView(toViewed(server, unapproved)));
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: async () => void (await yard.open([])),
    ...edits,
    test: telling(async (server, options) => {
      const given = await tests.test(server, options);
      if (given.ok && typeof server === 'string') views.learn(server, given.tools);
      return given;
    }),
    logIn: telling(edits.logIn),
    logOut: telling(edits.logOut),
    switchServer: telling(edits.switchServer),
    ...approvals,
    askApproval: telling(approvals.askApproval),
    revoke: telling(approvals.revoke),
    setTrust: telling(approvals.setTrust),
    listSecrets: secrets.listSecrets,
    setSecret: telling(secrets.setSecret),
    namedFile: () => known.namedFile,
    useFile: telling(known.use),
    findUses: (name) => findUses(app, name),
    renameInNotes: (from, to) => renameInNotes(app, from, to),
  };
}
