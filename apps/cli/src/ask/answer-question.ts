import { dropControlCharacters, joinSignals, toMessage, ToolyardError, toVisibleLine } from '@toolyard/core';
import type { Host, YardPlace } from '@toolyard/host';
import {
  keepConversation,
  readKeptConversation,
  type Assistant,
  type KeptConversation,
  type OpenConversation,
} from '@toolyard/host/assistant';
import { EXIT } from '../process/to-exit-code.ts';
import { askLine } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import type { YardUse } from '../yard/with-yard.ts';
import type { AskCommandOptions } from './ask-command-options.ts';
import type { AnswerOutcome, AnswerTerminal } from './create-answer-terminal.ts';

/** What one `toolyard ask` works with. */
export interface AskWork {
  readonly context: CommandContext;
  readonly options: AskCommandOptions;
  readonly host: Host;
  readonly use: YardUse;
  readonly terminal: AnswerTerminal;
  readonly assistant: Assistant;
}

/** A model is told of the tools that are there when it is asked first. */
async function waitForTools({ context, options, use: { yard, signal, configuration } }: AskWork): Promise<void> {
  if (options.tools === false && options.runBlocks !== true) return;
  await waitForServers(yard, context, { ms: configuration.settings.listWaitMs, signal });
}

/** Answers in a note: the question that stands there, or another one; gives the exit code. */
export async function answerInNote(file: string, question: string | undefined, work: AskWork): Promise<number> {
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
  if (options.json !== true && (status === 'gone' || status === 'failed')) {
    const place = toVisibleLine(file);
    const why =
      status === 'gone' ? `The place of the answer in ${place} is gone` : `${place} does not have all of the answer`;
    context.terminal.stderr.write(`${why}, so the answer is here:\n`);
    context.terminal.stdout.write(`${dropControlCharacters(text)}\n`);
  }
  return codeOf(outcome);
}

/** Answers on stdout, or chats where there is no question; gives the exit code. */
export async function answerHere(question: string | undefined, work: AskWork): Promise<number> {
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
