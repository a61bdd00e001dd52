import { connect } from 'node:net';
import type { PartPlace } from './part.ts';
import type { PartName } from './parts.ts';

/** The environment variable that leads test files to the parts of their run. */
export const PARTS_SOCKET = 'TOOLYARD_TEST_PARTS_SOCKET';

/** Where a part is; the first question in a test run starts it. */
export async function askForPart(name: PartName): Promise<PartPlace> {
  const path = process.env[PARTS_SOCKET];
  if (path === undefined)
    throw new Error(`Nobody serves parts: run the tests with the vitest.config.ts of this project.`);
  const socket = connect(path);
  socket.write(`${name}\n`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  return parsePlace(text);
}

function parsePlace(text: string): PartPlace {
  return JSON.parse(text) as PartPlace;
}
