import type { Log } from '@toolyard/core';
import type { AuditedCall, AuditedRefusal } from '@toolyard/front';

/** Writes down what a client did. */
export type AuditLog = (entry: AuditedCall | AuditedRefusal) => void;

/** One line of JSON an entry, at level `info`, under the server of its tool. */
export function createAuditLog(log: Log): AuditLog {
  return (entry) => log.write('info', JSON.stringify(entry), entry.event === 'call' ? entry.server : undefined);
}
