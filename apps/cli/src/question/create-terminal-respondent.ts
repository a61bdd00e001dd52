import { type CallQuestion, type CallRespondent, toLine, ToolyardError } from '@toolyard/core';
import { parseElicitation, splitAddress, type ElicitResult } from '@toolyard/runtime';
import type { CommandContext } from '../terminal/command-context.ts';
import { discardTyped } from '../terminal/discard-typed.ts';
import type { ShownProgress } from '../terminal/show-progress.ts';
import { askForm } from './ask-form.ts';
import { createQuestionScreen, DECLINE, type QuestionScreen } from './create-question-screen.ts';

/** How the person at a terminal is asked. */
export interface TerminalRespondentOptions {
  /** The line that makes room while something is asked. */
  readonly progress: Pick<ShownProgress, 'pause' | 'resume'>;
  /** Why nobody can be asked, to be read after "and"; absent where somebody can. */
  readonly silence?: string | undefined;
  /** The person pressed Ctrl-C at a question. */
  onInterrupt(): void;
}

/** The person at the terminal, who is asked one thing at a time. */
export interface TerminalRespondent extends CallRespondent {
  /** Asks what the command itself wants to know; `undefined` where the person pressed Ctrl-C, then or before. */
  ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined>;
}

/** Puts the questions of servers to the person at the terminal. */
export function createTerminalRespondent(
  context: CommandContext,
  options: TerminalRespondentOptions,
): TerminalRespondent {
  const { progress, silence, onInterrupt } = options;
  const said = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let isInterrupted = false;

  async function askNow<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    if (isInterrupted) return undefined;
    progress.pause();
    try {
      return await question();
    } catch (error) {
      if (!ToolyardError.is(error) || error.code !== 'interrupted') throw error;
      isInterrupted = true;
      onInterrupt();
      return undefined;
    } finally {
      progress.resume();
    }
  }

  function ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    const answered = last.then(() => askNow(question));
    last = answered.catch(() => undefined);
    return answered;
  }

  return {
    capabilities: silence === undefined ? { elicitation: { form: {}, url: {} } } : {},
    ask,
    answer: async (question, signal): Promise<ElicitResult> =>
      (await ask(() => put(context, question, signal))) ?? { action: 'cancel' },
    onRefused(question) {
      const text = explainRefusal(question, silence ?? 'it cannot be asked here');
      if (text === undefined || said.has(text)) return;
      said.add(text);
      progress.pause();
      context.terminal.stderr.write(`${text}\n`);
      progress.resume();
    },
  };
}

async function put(
  context: CommandContext,
  { server, method, params }: CallQuestion,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const name = toLine(server);
  if (signal.aborted) throw toOver(name);
  const asked = method === 'elicitation/create' ? parseElicitation(params) : undefined;
  if (asked === undefined) throw new ToolyardError('protocol-error', `"${method}" cannot be asked on a terminal.`);
  if (asked.kind === 'unreadable') {
    context.terminal.stderr.write(`Server "${name}" asked something that cannot be shown: ${toLine(asked.reason)}\n`);
    throw new ToolyardError('protocol-error', `The question cannot be shown: ${asked.reason}.`);
  }
  await discardTyped(context.terminal);
  const screen = createQuestionScreen(context, signal);
  screen.line(`Server ${screen.paint('strong', `"${name}"`)} asks you:`);
  screen.quote(asked.message);
  screen.line(screen.paint('quiet', `Type ${DECLINE} to decline, or press Ctrl-C to end the call.`));
  const result = await (asked.kind === 'url' ? askPage(screen, asked) : askForm(screen, server, asked.fields));
  if (!signal.aborted) return result;
  screen.line(`Server "${name}" no longer waits for the answer.`);
  throw toOver(name);
}

function toOver(server: string): ToolyardError {
  return new ToolyardError('call-cancelled', `The question of server "${server}" has ended.`);
}

/** Many servers look for roots and do well without, so nobody is told of that. */
function explainRefusal({ server, method }: CallQuestion, silence: string): string | undefined {
  const name = `Server "${toLine(server)}"`;
  if (method === 'elicitation/create') return `${name} asked for input, but ${silence}`;
  return method === 'sampling/createMessage'
    ? `${name} asked for a model (sampling), which the command line does not have`
    : undefined;
}

/** Shows the address of a page, and asks whether the person opened it; nothing is opened for them. */
async function askPage(
  screen: QuestionScreen,
  { url, host }: { readonly url: string; readonly host: string },
): Promise<ElicitResult> {
  screen.line(`It asks you to open a page at ${screen.paint('strong', host)}:`);
  const [before, after] = splitAddress(url, host);
  screen.line(`  ${before}${screen.paint('strong', host)}${after}`);
  if (url.startsWith('http:')) screen.line(screen.paint('bad', 'What you type there is sent unencrypted.'));
  screen.line('Open it yourself in a browser, if you trust that host.');
  for (;;) {
    const answer = await screen.ask(`Type done when you have opened it, or ${DECLINE}: `);
    if ('end' in answer) return answer.end;
    if (/^\s*(done|y|yes)\s*$/i.test(answer.typed)) return { action: 'accept' };
    if (/^\s*(n|no)\s*$/i.test(answer.typed)) return { action: 'decline' };
  }
}
