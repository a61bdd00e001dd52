import { dropControlCharacters, toLine, VERSION, type ConfigInput } from '@toolyard/core';
import type { Host } from '@toolyard/host';
import { systemClock, type WrittenConfiguration } from '@toolyard/node';
import { BACKGROUND_COMMAND } from './background-command.ts';
import { askLine, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { expectManyCalls } from '../process/expect-calls.ts';
import { askApproval, showServers } from './ask-approval.ts';
import { createBuiltins } from './create-builtins.ts';

/** How a command deals with the person who started it. */
export interface CommandHostOptions {
  /** The value of `--yes`: approve what lies in the working directory. */
  readonly yes?: boolean;
  readonly debug?: boolean;
  /** False where stdin belongs to the protocol. */
  readonly mayAsk?: boolean;
}

/** The command line as a host: it asks and tells the person at the terminal, and brings the tasks along. */
export function createCommandHost({ terminal, surroundings }: CommandContext, options: CommandHostOptions): Host {
  const { yes = false, debug = false, mayAsk = true } = options;
  // Asked for late, because looking at stdin opens it.
  const asks = (): boolean => mayAsk && canAsk(terminal);
  const { interpreter, script } = terminal.program;
  const words = [BACKGROUND_COMMAND, ...(yes ? ['--yes'] : []), ...(debug ? ['--debug'] : [])];
  return {
    surroundings,
    info: { name: 'toolyard', version: VERSION },
    clock: systemClock,
    notify({ level, message }) {
      // Notices quote names of files, which anybody may have chosen.
      const text = dropControlCharacters(message);
      terminal.stderr.write(level === 'warning' ? `warning: ${text}\n` : `${text}\n`);
    },
    approve: async (written, signal) =>
      yes ? approveUnasked(terminal, written) : asks() && (await askApproval(terminal, written, signal)),
    askInput: async (input, signal) => (asks() ? askInput(terminal, input, signal) : undefined),
    onManyCalls: expectManyCalls,
    agents: async () => (await import('./get-agent-models.ts')).getAgentModels(),
    builtins: createBuiltins(surroundings),
    program: { command: interpreter, args: [script, ...words] },
  };
}

/** Nobody approves what was not shown, so that it can be looked up at least afterwards. */
function approveUnasked(terminal: Pick<Terminal, 'stderr'>, written: WrittenConfiguration): true {
  showServers(terminal, written);
  terminal.stderr.write('Approved with --yes. You will be asked again when the file changes.\n');
  return true;
}

async function askInput(
  terminal: Pick<Terminal, 'stdin' | 'stderr'>,
  { id, description, options, password, ...input }: ConfigInput,
  signal: AbortSignal,
): Promise<string | undefined> {
  const choices = options === undefined ? '' : ` (${options.join(', ')})`;
  const preset = input.default === undefined ? '' : ` [${password ? '***' : input.default}]`;
  const question = toLine(`${description ?? id}${choices}${preset}`);
  const answer = await askLine(terminal, `${question}: `, { hidden: password, signal });
  return answer === '' ? input.default : answer;
}
