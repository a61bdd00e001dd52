import { describe, it } from 'vitest';
import { CLIENT_PLACES, createClientHome, expectGivenBack } from './client-home.ts';

const home = createClientHome();

describe.each(CLIENT_PLACES)('connect %j', (...place) => {
  it.each([
    '',
    '{}',
    `{"${place[2]}":{}}`,
    '{\n    "numStartups": 3,\n    "projects": { "/p": { "mcpServers": {} } }\n}\n\n',
  ])('gives the file back byte for byte: %j', (text) => expectGivenBack(home, place, text));
});
