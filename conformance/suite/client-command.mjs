import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../client.mjs', import.meta.url));

/** The words by which the suite starts Toolyard as a client; it adds the URL of a server. It cuts them at spaces. */
export function clientCommand() {
  return `"${process.execPath}" "${CLIENT}"`;
}
