import { toVisible, toWholeLine } from '@toolyard/core';
import { CLIENT_TITLES, type FoundStatus, type MarkedServer, summarizeServer } from '@toolyard/host';
import type { Screen } from '../terminal/create-screen.ts';
import { renderTable } from '../terminal/render-table.ts';

const WORDS: Readonly<Record<FoundStatus, string>> = {
  new: 'new',
  known: 'already added',
  taken: 'key is taken',
  repeated: 'same as',
  rival: 'same key as',
  unusable: 'cannot be used',
  toolyard: 'Toolyard itself',
};

/** The table of what was found, without secrets. */
export function renderFound(found: readonly MarkedServer[], screen: Screen): string[] {
  const rows = found.map((server) => [
    { text: `${server.number}` },
    { text: toVisible(server.key) },
    { text: `${CLIENT_TITLES[server.client]}${server.scope === 'user' ? '' : ' (here)'}` },
    { text: stateOf(server), paint: (text: string) => screen.paint(server.status === 'new' ? 'good' : 'quiet', text) },
    { text: describeFound(server) },
  ]);
  return renderTable(rows, {
    header: ['#', 'SERVER', 'CLIENT', 'STATE', 'IS'],
    paintHeader: (text) => screen.paint('strong', text),
    ...(screen.width !== undefined && { width: screen.width }),
    whole: ['#', 'SERVER'],
  });
}

/** One server that was found, for programs. */
export function toFoundJson(server: MarkedServer): object {
  const { key, client, scope, file, status, of, problem } = server;
  return { key, client, scope, file, status, of, is: describeFound(server), problem };
}

function stateOf({ status, of }: MarkedServer): string {
  return of === undefined ? WORDS[status] : `${WORDS[status]} ${of}`;
}

function describeFound({ definition, problem }: MarkedServer): string {
  if (definition === undefined) return toWholeLine(problem ?? '');
  return summarizeServer(definition);
}
