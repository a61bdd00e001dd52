import { Command } from 'commander';
import type { ServeOptions } from './commands/serve.ts';
import type { CommandContext } from './terminal/command-context.ts';
import { runCommand } from './run-command.ts';

/** The command `mcp-simple-aggregator`: the gateway on stdin and stdout with `key:tool` names. */
export function runSimpleAggregator(words: readonly string[], context: CommandContext): Promise<number> {
  const program = new Command('mcp-simple-aggregator')
    .description(
      'One MCP server with the tools of all servers of a configuration, named key:tool, on stdin and stdout.',
    )
    .helpOption('--help', 'show this help')
    .requiredOption('--config <file>', 'the configuration to use')
    .option('--debug', 'log everything to stderr')
    .option('--name <name>', 'the name it tells its client', 'mcp-simple-aggregator')
    .option('--version <version>', 'the version it tells its client', '1.0.0');
  return runCommand(program, words, context, (end) => {
    program.action(async () => {
      const options: ServeOptions = {
        ...program.opts<ServeOptions>(),
        naming: 'colon',
        namingForAll: true,
        strict: true,
      };
      end(await (await import('./commands/serve.ts')).runServe(options, context));
    });
  });
}
