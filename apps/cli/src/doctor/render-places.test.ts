import { expect, it } from 'vitest';
import type { KeptPlace } from './list-places.ts';
import { renderPlaces } from './render-places.ts';

const SCREEN = { isTerminal: false, line: () => undefined, paint: (_tone: string, text: string) => text };

it('shows each place with its size, and how to remove everything', () => {
  const places: KeptPlace[] = [
    { holds: 'configuration', path: '/home/you/.config/toolyard/toolyard.json', exists: true, bytes: 312 },
    { holds: 'state', path: '/home/you/.local/state/toolyard', exists: true, bytes: 1234 },
    { holds: 'data', path: '/home/you/.local/share/toolyard', exists: true, bytes: 39_600_000 },
    { holds: 'hooks', path: '/home/you/a\nb', exists: false },
  ];
  expect(renderPlaces(places, SCREEN)).toEqual([
    '',
    'PLACE          PATH                                      SIZE',
    'configuration  /home/you/.config/toolyard/toolyard.json  312 B',
    'state          /home/you/.local/state/toolyard           1.2 KB',
    'data           /home/you/.local/share/toolyard           40 MB',
    expect.stringMatching(/^hooks {10}\/home\/you\/a.?b +not there$/),
    'To remove Toolyard, run "toolyard down", then "toolyard disconnect CLIENT" for each client, then delete what is listed here, except "client" (the clients\' own files) and each "backup" that you still need.',
  ]);
});

it('shows nothing where no place is known', () => {
  expect(renderPlaces([], SCREEN)).toEqual([]);
});
