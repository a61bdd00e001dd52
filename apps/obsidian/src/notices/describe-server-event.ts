import { toVisible, type ServerState, type ServerStatus, type YardEvent } from '@toolyard/core';
import { isPortConflict } from '@toolyard/node';

/** What people are told of; one of a kind and a server is enough for a while. */
export interface YardNotice {
  readonly kind: 'auto-disabled' | 'port-conflict' | 'outage';
  readonly server: string;
  readonly message: string;
}

/**
 * What people have to know of something that happened in a yard; `undefined` where that is nothing. A server that does not start is told of
 * by the block that needs it, except for a port: that may be taken while nobody looks.
 */
export function describeServerEvent(event: YardEvent, before: ServerState | undefined): YardNotice | undefined {
  if (event.type === 'server-auto-disabled') return toAutoDisabled(event.key, event.reason);
  if (event.type !== 'server-changed') return undefined;
  const { key, state, phase, reason = '' } = event.status;
  if (state !== 'retrying') return undefined;
  if (isPortConflict(reason)) return toPortConflict(key, reason);
  return phase === 'runtime' && before === 'running' ? toOutage(event.status) : undefined;
}

function toAutoDisabled(server: string, reason: string): YardNotice {
  const message = `${nameOf(server)} was auto-disabled after repeated failures: ${toSentence(reason)} Fix that, then switch it on in the settings of Toolyard.`;
  return { kind: 'auto-disabled', server, message };
}

function toPortConflict(server: string, reason: string): YardNotice {
  return { kind: 'port-conflict', server, message: `${nameOf(server)} did not start: ${toSentence(reason)}` };
}

function toOutage({ key: server, reason = 'its connection was lost' }: ServerStatus): YardNotice {
  return {
    kind: 'outage',
    server,
    message: `${nameOf(server)} stopped working: ${toSentence(reason)} It is restarted.`,
  };
}

function nameOf(server: string): string {
  return `Server "${toVisible(server)}"`;
}

function toSentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
