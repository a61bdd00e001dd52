import { connect } from 'node:net';
import type { ExternalPlace } from './external-program.ts';
import type { ExternalName } from './external-programs.ts';

/** The environment variable that leads test files to the programs of their run. */
export const EXTERNALS_SOCKET = 'TOOLYARD_TEST_PARTS_SOCKET';

/** Where a program is; the first question in a test run starts it. */
export async function askForExternal(name: ExternalName): Promise<ExternalPlace> {
  const path = process.env[EXTERNALS_SOCKET];
  if (path === undefined)
    throw new Error(`Nobody serves external programs: run the tests with the vitest.config.ts of this project.`);
  const socket = connect(path);
  socket.write(`${name}\n`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  return parsePlace(text);
}

function parsePlace(text: string): ExternalPlace {
  return JSON.parse(text) as ExternalPlace;
}
