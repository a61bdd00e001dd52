import { type Command, InvalidArgumentError, Option } from 'commander';
import type { HttpAddress } from '@toolyard/host/http';
import type { CommandEntry } from './command-entry.ts';
import { parseAddress } from './http/parse-address.ts';

/** `toolyard serve`, apart from the other commands: a client waits for it, and should load nothing of them. */
export const SERVE: CommandEntry = {
  name: 'serve',
  summary: 'be one MCP server with the tools of all servers, on stdin and stdout, for a client',
  define: (command) =>
    void defineHttp(defineFound(command).option('--http <[host:]port>', 'serve HTTP there instead', toAddress))
      .addOption(new Option('--naming <naming>', 'how tools are named').choices(['safe', 'colon', 'dot', 'none']))
      .option('--name <name>', 'the name it tells its client')
      .option('--version <version>', 'the version it tells its client')
      .option('--shared', 'use one yard in the background together with all other clients, started where none runs'),
  run: async (command, context) => (await import('./commands/serve.ts')).runServe(command.optsWithGlobals(), context),
};

/** The option by which a client names a file that lay in a folder. */
export function defineFound(command: Command): Command {
  return command.option('--found <file>', 'the configuration to use, which still has to be approved; for clients');
}

/** The options of every command that serves HTTP. */
export function defineHttp(command: Command): Command {
  return command
    .option('--token <token>', 'what HTTP clients have to bring (better: set TOOLYARD_TOKEN)')
    .option('--tls-cert <file>', 'the certificate for HTTPS, in PEM')
    .option('--tls-key <file>', 'its key, in PEM');
}

function toAddress(text: string): HttpAddress {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('It must be PORT or HOST:PORT, for example 7420 or 127.0.0.1:7420.');
}
