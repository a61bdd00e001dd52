import { Command } from 'commander';
import type { ServeOptions } from './commands/serve.ts';
import type { CommandContext } from './terminal/command-context.ts';
import { runCommand } from './run-command.ts';

/** The command `mcp-simple-aggregator`: the gateway on stdin and stdout with `key:tool` names. */
export function runSimpleAggregator(words: readonly string[], context: CommandContext): Promise<number> {
  const program = new Command('mcp-simple-aggregator')
    .description(
      'Serve the tools of all configured MCP servers as one MCP server over stdio. Tools are named key:tool.',
    )
    .helpOption('--help', 'Show this help')
    .requiredOption('--config <file>', 'Configuration file to use')
    .option('--debug', 'Write debug logs to stderr')
    .option('--name <name>', 'Server name to report to clients', 'mcp-simple-aggregator')
    .option('--version <version>', 'Server version to report to clients', '1.0.0');
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
