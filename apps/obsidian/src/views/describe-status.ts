import { labelServer } from '../forms/describe-server.ts';
import type { ServerView } from '../yard/plugin-servers.ts';

/** What the status bar tells. */
export interface YardStatus {
  readonly servers: readonly Pick<ServerView, 'name' | 'state' | 'block'>[];
  /** How many calls wait or run. */
  readonly calls: number;
  readonly isStopped: boolean;
}

/** Servers that are connected, of all; and what goes on, where something does. */
export function toStatusText({ servers, calls, isStopped }: YardStatus): string {
  const parts = [`${countUp(servers)}/${servers.length} servers`];
  if (calls > 0) parts.push(calls === 1 ? '1 call' : `${calls} calls`);
  if (isStopped) parts.push('stopped');
  return parts.join(' · ');
}

/** The same in whole sentences, with each server that needs a person. */
export function toStatusLabel({ servers, calls, isStopped }: YardStatus): string {
  const sentences = [
    servers.length === 0
      ? 'Toolyard: there are no servers yet.'
      : `Toolyard: ${countUp(servers)} of ${servers.length === 1 ? '1 server' : `${servers.length} servers`} connected.`,
    ...servers.flatMap((server) => {
      const { text, tone } = labelServer(server);
      return tone === 'bad' || tone === 'busy' ? [`${server.name}: ${text}.`] : [];
    }),
    calls === 0 ? '' : `${calls === 1 ? '1 call runs' : `${calls} calls run`}.`,
    isStopped ? 'Calls are stopped.' : '',
    'Open details.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** `bad` where a server does not work that should. */
export function toStatusTone({ servers }: Pick<YardStatus, 'servers'>): 'bad' | 'good' {
  return servers.some((server) => labelServer(server).tone === 'bad') ? 'bad' : 'good';
}

function countUp(servers: YardStatus['servers']): number {
  return servers.filter(({ state }) => state === 'running').length;
}
