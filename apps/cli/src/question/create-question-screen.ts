import { dropControlCharacters } from '@toolyard/core';
import type { ElicitResult } from '@toolyard/runtime';
import { askLine } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { wrapText } from '../terminal/text-width.ts';

/** What a person who would rather not answer types. */
export const DECLINE = '/decline';

/** The terminal while one question of a server is asked. */
export interface QuestionScreen {
  line(text: string): void;
  paint(tone: Tone, text: string): string;
  /** Shows a server's text, marked line by line so that it cannot pass for ours. */
  quote(text: string): void;
  /** One line from the person, or how the question ends without it: they declined, or closed the input. */
  ask(prompt: string): Promise<{ readonly typed: string } | { readonly end: ElicitResult }>;
}

const MARGIN = '  | ';
const MOST_SHOWN = 5000;

/** A question on stderr and stdin; `ask` throws `interrupted` where Ctrl-C is pressed. */
export function createQuestionScreen({ terminal, surroundings }: CommandContext, signal: AbortSignal): QuestionScreen {
  const { line, paint, width } = createScreen(terminal.stderr, surroundings.env);
  return {
    line,
    paint,
    quote(text) {
      for (const part of toShown(text).split('\n')) {
        const room = width === undefined ? undefined : Math.max(20, width - MARGIN.length);
        for (const row of wrapText(part, room, 0)) line(paint('quiet', MARGIN) + row);
      }
    },
    async ask(prompt) {
      const typed = await askLine(terminal, prompt, { signal });
      if (typed === undefined) return { end: { action: 'cancel' } };
      return typed.trim().toLowerCase() === DECLINE ? { end: { action: 'decline' } } : { typed };
    },
  };
}

function toShown(text: string): string {
  const safe = dropControlCharacters(text).trim();
  const left = safe.length - MOST_SHOWN;
  return left > 0 ? `${safe.slice(0, MOST_SHOWN)}…\n(${left} more characters are not shown)` : safe;
}
