import { joinSignals, toMessage, ToolyardError, type Configuration, type ShownConfiguration } from '@toolyard/core';
import {
  keepConversation,
  openAssistant,
  readKeptConversation,
  type Assistant,
  type KeptConversation,
  type OpenConversation,
} from '@toolyard/host/assistant';
import type { Host, YardPlace } from '@toolyard/host';
import type { AskCommandOptions } from '../ask/ask-command-options.ts';
import { createAnswerTerminal, type AnswerOutcome, type AnswerTerminal } from '../ask/create-answer-terminal.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { askLine, canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { selectServer } from '../yard/select-server.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type YardUse } from '../yard/with-yard.ts';

/** `toolyard ask`: a model that uses the tools of the running yard, else of servers of its own. */
export async function runAsk(options: AskCommandOptions, context: CommandContext): Promise<number> {
  checkOptions(options);
  const question = await readQuestion(options, context);
  const servers = options.tools === false ? [] : options.server;
  const select = (all: Configuration): Configuration => selectServers(all, servers);
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

/** What one command works with. */
interface AskWork {
  readonly context: CommandContext;
  readonly options: AskCommandOptions;
  readonly host: Host;
  readonly use: YardUse;
  readonly terminal: AnswerTerminal;
  readonly assistant: Assistant;
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

/** A model is told of the tools that are there when it is asked first. */
function waitForTools({ context, use: { yard, signal, configuration } }: AskWork): Promise<void> {
  return waitForServers(yard, context, { ms: configuration.settings.listWaitMs, signal });
}

async function answerInNote(file: string, question: string | undefined, work: AskWork): Promise<number> {
  const { assistant, context, options, terminal, use } = work;
  await waitForTools(work);
  const { line, again, runBlocks } = options;
  const outcome = await terminal.show(use.signal, ({ signal, onEvent }) =>
    assistant.askNote({
      file,
      signal,
      onEvent,
      ...(line !== undefined && { line }),
      ...(again !== undefined && { again }),
      ...(question !== undefined && { question }),
      ...(runBlocks !== undefined && { runsBlocks: runBlocks }),
    }),
  );
  const { status, text } = outcome.result;
  if (options.json !== true && status === 'gone') {
    context.terminal.stderr.write(`The place of the answer in ${file} is gone, so the answer is here:\n`);
    context.terminal.stdout.write(`${text}\n`);
  }
  return codeOf(outcome);
}

async function answerHere(question: string | undefined, work: AskWork): Promise<number> {
  const kept = work.options.continue === true ? await readLast(work.use.place) : undefined;
  const open = work.assistant.converse(kept);
  await waitForTools(work);
  if (question === undefined) return chat(open, work);
  return codeOf(await ask(question, open, work, work.use.signal));
}

async function readLast(place: YardPlace): Promise<KeptConversation> {
  const kept = await readKeptConversation(place);
  if (kept !== undefined) return kept;
  throw new ToolyardError('usage', 'There is no conversation to continue. Ask without --continue to begin one.');
}

async function ask(
  question: string,
  { conversation }: OpenConversation,
  { terminal, host, use }: AskWork,
  signal: AbortSignal,
): Promise<AnswerOutcome<void>> {
  const outcome = await terminal.show(signal, (run) => conversation.ask([{ type: 'text', text: question }], run));
  await keepConversation(host, use.place, conversation).catch((error: unknown) =>
    host.notify({ level: 'warning', message: toMessage(error) }),
  );
  return outcome;
}

/** Question after question until the person leaves. Ctrl-C stops an answer, and leaves where there is none. */
async function chat(open: OpenConversation, work: AskWork): Promise<number> {
  const { context, use } = work;
  const { stderr } = context.terminal;
  let stop: AbortController | undefined;
  use.onInterrupt(() => {
    if (stop === undefined || stop.signal.aborted) return false;
    stop.abort();
    return true;
  });
  stderr.write(`Chat with ${open.model.id}. Ctrl-C stops an answer, Ctrl-D leaves.\n`);
  for (;;) {
    const typed = await askLine(context.terminal, '> ', { signal: use.signal });
    if (typed === undefined) return EXIT.done;
    if (typed.trim() === '') continue;
    stop = new AbortController();
    const { signal, release } = joinSignals(use.signal, stop.signal);
    await ask(typed, open, work, signal);
    release();
    stop = undefined;
    if (use.signal.aborted) return EXIT.interrupted;
  }
}

function codeOf({ end, isStopped }: AnswerOutcome<unknown>): number {
  if (isStopped) return EXIT.interrupted;
  return end?.reason === 'stop' ? EXIT.done : EXIT.failed;
}
