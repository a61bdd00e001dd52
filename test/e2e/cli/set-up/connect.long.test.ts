import { describe, it } from 'vitest';
import { CLIENT_PLACES, createClientHome, expectGivenBack, expectLeftAlone, toOddText } from './client-home.ts';
import { expectApprovedEntry } from './expect-approved-entry.ts';

const home = createClientHome();

describe.each(CLIENT_PLACES)('connect %j', (...place) => {
  it.each([
    '',
    '{}',
    toOddText(place),
    `{"${place[2]}":{}}`,
    '{\n    "numStartups": 3,\n    "projects": { "/p": { "mcpServers": {} } }\n}\n\n',
  ])('gives the file back byte for byte: %j', (text) => expectGivenBack(home, place, text));
});

describe('connect', () => {
  it.each([
    ['{ "mcpServers": [] }', '$.mcpServers: mcpServers must be an object'],
    ['\u0000\u0001', 'Invalid JSON'],
    [' '.repeat(10 * 1024 * 1024 + 1), 'was not changed: it is over 10 MB.'],
  ])('leaves a file alone that it cannot edit (%#)', (text, message) => expectLeftAlone(home, text, message));

  it('writes an entry that starts nothing once the file has changed, without a shared yard too', () =>
    expectApprovedEntry(home, 'alone'));
});
