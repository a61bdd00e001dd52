import { ToolyardError, type Configuration, type ShownConfiguration } from '@toolyard/core';
import { findNotes } from '@toolyard/host';
import { openAssistant } from '@toolyard/host/assistant';
import { answerHere, answerInNote } from '../ask/answer-question.ts';
import type { AskCommandOptions } from '../ask/ask-command-options.ts';
import { createAnswerTerminal } from '../ask/create-answer-terminal.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { selectServer } from '../yard/select-server.ts';
import { withYard } from '../yard/with-yard.ts';

/** `toolyard ask`: a model that uses the tools of the running yard, else of servers of its own. */
export async function runAsk(options: AskCommandOptions, context: CommandContext): Promise<number> {
  checkOptions(options);
  if (options.document !== undefined) await findNotes([options.document], context.surroundings.cwd);
  const question = await readQuestion(options, context);
  const servers = options.tools === false ? [] : options.server;
  // The blocks and bindings of a note may name any server.
  const wanted = options.document === undefined ? servers : undefined;
  const select = (all: Configuration): Configuration => selectServers(all, wanted);
  return withYard(context, { ...options, select }, async (use) => {
    selectServers(use.configuration, servers);
    const host = createCommandHost(context, options);
    const terminal = createAnswerTerminal(context, options);
    const { model, sessionLimit } = options;
    const { approver, respondent, mayContinue } = terminal;
    const common = { approver, respondent, mayContinue, named: options, model, servers, sessionLimit };
    const assistant = await openAssistant(host, use, common);
    const work = { context, options, host, use, terminal, assistant };
    try {
      if (options.document !== undefined) return await answerInNote(options.document, question, work);
      return await answerHere(question, work);
    } finally {
      assistant.close();
    }
  });
}

function checkOptions({ document, line, again, runBlocks, continue: goesOn }: AskCommandOptions): void {
  const ofNotes = { '--line': line, '--again': again, '--run-blocks': runBlocks };
  const [misused] = Object.entries(ofNotes).find(([, value]) => value !== undefined) ?? [];
  if (document === undefined && misused !== undefined)
    throw new ToolyardError('usage', `${misused} is about a note. Name one with --document.`);
  if (document !== undefined && goesOn === true)
    throw new ToolyardError('usage', 'A conversation in a note goes on by itself. Use --continue without --document.');
}

/** The question of the command line or of stdin; `undefined` where it stands in a note, or is typed in a chat. */
async function readQuestion(options: AskCommandOptions, { terminal }: CommandContext): Promise<string | undefined> {
  if (options.question.trim() !== '') return options.question;
  if (options.document !== undefined) return undefined;
  if (terminal.stdin.isTTY === true) {
    if (canAsk(terminal) && options.json !== true) return undefined;
    throw toUnasked();
  }
  const chunks: Buffer[] = [];
  for await (const chunk of terminal.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8').trim();
  if (text === '') throw toUnasked();
  return text;
}

function toUnasked(): ToolyardError {
  return new ToolyardError('usage', 'There is no question. Write it behind "toolyard ask", or pass it on stdin.');
}

/** The configuration with these servers alone; throws `server-not-found` for a key that it does not have. */
function selectServers<Shown extends Configuration | ShownConfiguration>(
  configuration: Shown,
  keys: readonly string[] | undefined,
): Shown {
  if (keys === undefined) return configuration;
  for (const key of keys) selectServer(configuration, key);
  return { ...configuration, servers: configuration.servers.filter(({ key }) => keys.includes(key)) };
}
