import { toLine } from '@toolyard/core';
import type { Screen } from '../terminal/create-screen.ts';
import { renderTable } from '../terminal/render-table.ts';
import type { KeptPlace } from './list-places.ts';

const REMOVAL =
  'To remove Toolyard, run "toolyard down", then "toolyard disconnect CLIENT" for each client, then delete what is listed here, except "client" (the clients\' own files) and each "backup" that you still need.';

/** The lines that say where everything is and how to remove it; none where no place is known. */
export function renderPlaces(places: readonly KeptPlace[], screen: Screen): string[] {
  if (places.length === 0) return [];
  const rows = places.map(({ holds, path, bytes }) => [
    { text: holds },
    { text: toLine(path) },
    { text: bytes === undefined ? 'not there' : formatBytes(bytes) },
  ]);
  const header = ['PLACE', 'PATH', 'SIZE'];
  const paintHeader = (text: string): string => screen.paint('strong', text);
  return ['', ...renderTable(rows, { header, paintHeader }), screen.paint('quiet', REMOVAL)];
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** A size for people: whole bytes, else at most one digit behind the point. */
function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  for (; amount >= 1000 && unit < UNITS.length - 1; unit++) amount /= 1000;
  return `${Number(amount.toFixed(amount < 10 && unit > 0 ? 1 : 0))} ${UNITS[unit]}`;
}
