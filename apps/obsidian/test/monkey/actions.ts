import { createRandom, type Random } from '@toolyard/testing';
import type { ShownMode } from '../bed/shim/markdown-view.ts';

/** What the monkey does next. `at`, from 0 to below 1, is a place among those that there are when its turn comes. */
export type MonkeyAction =
  | { readonly do: 'type'; readonly at: number; readonly text: string; readonly isInBlock: boolean }
  /** Types a question at the end. */
  | { readonly do: 'question'; readonly text: string }
  /** Types inside of a result. */
  | { readonly do: 'edit-result'; readonly at: number; readonly text: string }
  /** Removes something that was typed before. */
  | { readonly do: 'erase'; readonly at: number }
  | { readonly do: 'undo' | 'redo' }
  /** Presses a button in a note. */
  | { readonly do: 'press'; readonly at: number }
  /** Runs the command of that name, or any, with the cursor somewhere. */
  | { readonly do: 'command'; readonly at: number; readonly id?: string }
  | { readonly do: 'open'; readonly at: number; readonly mode: ShownMode; readonly isBeside: boolean }
  | { readonly do: 'mode'; readonly mode: ShownMode }
  | { readonly do: 'rename'; readonly at: number }
  | { readonly do: 'switch'; readonly at: number; readonly isOn: boolean }
  | { readonly do: 'settings' }
  /** Lets results come. */
  | { readonly do: 'wait' };

/** Writes an action on one line, for whoever looks for what it did. */
export function describeAction(action: MonkeyAction): string {
  return JSON.stringify(action);
}

type Make = (random: Random, number: number) => MonkeyAction;

const MODES = ['live', 'live', 'source', 'preview'] as const;
const FREQUENT = [
  ...(['run-block', 'run-block', 'run-block', 'run-block', 'run-section', 'run-note', 'run-note'] as const),
  ...([
    'stop-all',
    'resume',
    'resume',
    'resume',
    'ask-here',
    'ask-here',
    'ask-again',
    'continue-answer',
    'stop-answer',
  ] as const),
] as const;

/** How often each of them comes, in a hundred. */
const KINDS: readonly (readonly [share: number, make: Make])[] = [
  [23, (random, number) => ({ do: 'type', at: toPart(random), text: toTyped(random, number), isInBlock: false })],
  [2, (random, number) => ({ do: 'type', at: toPart(random), text: ` w${number}`, isInBlock: true })],
  [2, (random, number) => ({ do: 'edit-result', at: toPart(random), text: `w${number} ` })],
  [2, (_, number) => ({ do: 'question', text: `\n\n#User : w${number}?\n` })],
  [4, (random) => ({ do: 'erase', at: toPart(random) })],
  [6, () => ({ do: 'undo' })],
  [5, () => ({ do: 'redo' })],
  [16, (random) => ({ do: 'press', at: toPart(random) })],
  [12, (random) => ({ do: 'command', at: toPart(random), id: random.pick(FREQUENT) })],
  [5, (random) => ({ do: 'command', at: toPart(random) })],
  [8, (random) => ({ do: 'open', at: toPart(random), mode: random.pick(MODES), isBeside: random.oneIn(3) })],
  [6, (random) => ({ do: 'mode', mode: random.pick(MODES) })],
  [2, (random) => ({ do: 'rename', at: toPart(random) })],
  [3, (random) => ({ do: 'switch', at: toPart(random), isOn: !random.oneIn(5) })],
  [1, () => ({ do: 'settings' })],
  [3, () => ({ do: 'wait' })],
];

/** The actions of a seed, always the same ones. */
export function planActions(seed: number, count: number): readonly MonkeyAction[] {
  const random = createRandom(seed);
  const makes = KINDS.flatMap(([share, make]) => Array<Make>(share).fill(make));
  const [first = KINDS[0]?.[1], ...others] = makes;
  if (first === undefined) return [];
  return Array.from({ length: count }, (_, number) => random.pick([first, ...others])(random, number));
}

function toPart(random: Random): number {
  return random.below(1000) / 1000;
}

/** A word that is typed nowhere else, now and then in a line, a heading or a block of its own. */
function toTyped(random: Random, number: number): string {
  const word = `w${number}`;
  if (random.oneIn(15)) return `\n\n${random.pick(['#', '##'])} ${word}\n\n`;
  if (random.oneIn(30)) return `\n\n\`\`\`quick\ntool: note\ntext: ${word}\n\`\`\`\n\n`;
  return random.oneIn(4) ? `\n${word}\n` : `${word} `;
}
