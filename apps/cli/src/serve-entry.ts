import { type Command, InvalidArgumentError, Option } from 'commander';
import type { HttpAddress } from '@toolyard/host/http';
import type { CommandEntry } from './command-entry.ts';
import { parseAddress } from './http/parse-address.ts';

/** `toolyard serve`, apart from the other commands: a client waits for it, and should load nothing of them. */
export const SERVE: CommandEntry = {
  name: 'serve',
  summary: 'Serve the tools of all servers to one MCP client over stdio, or to many over HTTP',
  define: (command) =>
    void defineHttp(
      defineFound(command).option('--http <[host:]port>', 'Serve HTTP on this address instead of stdio', toAddress),
    )
      .addOption(
        new Option(
          '--naming <naming>',
          'How clients see tool names, for servers that do not set it themselves',
        ).choices(['safe', 'colon', 'dot', 'none']),
      )
      .option('--name <name>', 'Server name to report to clients')
      .option('--version <version>', 'Server version to report to clients')
      .option('--shared', 'Share one background Toolyard with other clients; start it if none is running'),
  run: async (command, context) => (await import('./commands/serve.ts')).runServe(command.optsWithGlobals(), context),
};

/** The option by which a client names a file that lay in a folder. */
export function defineFound(command: Command): Command {
  return command.option(
    '--found <file>',
    'Configuration file to use if you approved it (written by "toolyard connect")',
  );
}

/** The options of every command that serves HTTP. */
export function defineHttp(command: Command): Command {
  return command
    .option('--token <token>', 'Token that HTTP clients must send; prefer setting TOOLYARD_TOKEN')
    .option('--tls-cert <file>', 'Certificate for HTTPS (PEM)')
    .option('--tls-key <file>', 'Private key of the certificate (PEM)');
}

function toAddress(text: string): HttpAddress {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('Use PORT or HOST:PORT, for example 7420 or 127.0.0.1:7420.');
}
