import type { AnswerEvent, TokenUsage } from '@toolyard/assistant';
import { cutText, dropControlCharacters, toLine, toVisibleJson, toVisibleLine } from '@toolyard/core';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { createSpinner } from '../terminal/create-spinner.ts';
import type { ShownProgress } from '../terminal/show-progress.ts';

/** An answer while it comes: its text on stdout, everything else on stderr. */
export interface AnswerScreen extends Pick<ShownProgress, 'pause' | 'resume' | 'stop'> {
  onEvent(event: AnswerEvent): void;
}

/** How an answer is shown. */
export interface AnswerScreenOptions {
  readonly json: boolean;
  /** False where its text goes into a note. */
  readonly showsText: boolean;
}

type EventOf<Type extends AnswerEvent['type']> = Extract<AnswerEvent, { readonly type: Type }>;

const MOST_SHOWN = 200;

/** The screen for one answer. */
export function createAnswerScreen(context: CommandContext, options: AnswerScreenOptions): AnswerScreen {
  const { stdout } = context.terminal;
  if (!options.json) return new TextScreen(context, options);
  return {
    onEvent: (event) => void stdout.write(`${toVisibleJson(event)}\n`),
    pause: () => undefined,
    resume: () => undefined,
    stop: () => undefined,
  };
}

class TextScreen implements AnswerScreen {
  readonly #stdout: CommandContext['terminal']['stdout'];
  readonly #screen: ReturnType<typeof createScreen>;
  readonly #spinner: ReturnType<typeof createSpinner>;
  readonly #showsText: boolean;
  /** The tools of the calls that have not ended, by the ids of the calls. */
  readonly #open = new Map<string, string>();
  #isInLine = false;
  #isPaused = false;

  constructor({ terminal, surroundings }: CommandContext, { showsText }: AnswerScreenOptions) {
    this.#stdout = terminal.stdout;
    this.#screen = createScreen(terminal.stderr, surroundings.env);
    this.#spinner = createSpinner(terminal.stderr, surroundings.env);
    this.#showsText = showsText;
    this.#wait();
  }

  onEvent(event: AnswerEvent): void {
    switch (event.type) {
      case 'text':
        return this.#write(event.text);
      case 'tool-call':
        return this.#begin(event);
      case 'tool-result':
        return this.#end(event);
      case 'notice':
        return this.#say('busy', event.message);
      case 'usage':
        return isUsed(event) ? this.#print('quiet', describeUsage(event)) : undefined;
      case 'end':
        return event.message === undefined ? this.stop() : this.#print('bad', event.message);
      default:
        // What was decided shows in what becomes of the call.
        return undefined;
    }
  }

  pause(): void {
    this.stop();
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#wait();
  }

  stop(): void {
    this.#spinner.stop();
    if (this.#isInLine) this.#stdout.write('\n');
    this.#isInLine = false;
  }

  #write(text: string): void {
    if (!this.#showsText) return;
    this.#spinner.stop();
    this.#stdout.write(dropControlCharacters(text));
    this.#isInLine = !text.endsWith('\n');
  }

  #begin({ id, tool, arguments: given }: EventOf<'tool-call'>): void {
    this.#open.set(id, toVisibleLine(tool));
    const shown = typeof given === 'string' ? given : toVisibleJson(given);
    this.#say('quiet', `Tool call: ${tool} ${cutText(shown, MOST_SHOWN)}`);
  }

  #end({ id, status, text, durationMs }: EventOf<'tool-result'>): void {
    const tool = this.#open.get(id) ?? '';
    this.#open.delete(id);
    if (status === 'success') this.#say('quiet', `${tool}: ${status} (${Math.round(durationMs ?? 0)} ms)`);
    else this.#say('bad', `${tool}: ${status}: ${cutText(text, MOST_SHOWN)}`);
  }

  #say(tone: Tone, text: string): void {
    this.#print(tone, text);
    this.#wait();
  }

  #print(tone: Tone, text: string): void {
    this.stop();
    this.#screen.line(this.#screen.paint(tone, toLine(text)));
  }

  /** Never below a line of the answer that has no end yet: the spinner would draw over it. */
  #wait(): void {
    if (this.#isPaused || this.#isInLine) return;
    const tools = [...this.#open.values()].join(', ');
    this.#spinner.show(tools === '' ? 'Waiting for the model' : `Calling ${tools}`);
  }
}

/** A provider that was not reached was given nothing. */
function isUsed({ inputTokens = 0, outputTokens = 0 }: EventOf<'usage'>): boolean {
  return inputTokens + outputTokens > 0;
}

function describeUsage({ conversation, ...answer }: EventOf<'usage'>): string {
  const whole = conversation === undefined ? '' : `; conversation: ${describeTokens(conversation)}`;
  return `Tokens: ${describeTokens(answer)}${whole}`;
}

function describeTokens({ inputTokens, outputTokens, cachedInputTokens = 0, cost }: TokenUsage): string {
  const cached = cachedInputTokens === 0 ? '' : ` (${cachedInputTokens} cached)`;
  const price = cost === undefined ? '' : `, $${cost.toFixed(4)}`;
  return `${inputTokens ?? 0} in${cached}, ${outputTokens ?? 0} out${price}`;
}
