/** Something that can stand in a text. */
export interface CompletionOffer {
  readonly text: string;
  /** Shown beside it. */
  readonly about?: string;
}

/** What can be put into a text, and which part of it that replaces. */
export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOffer[];
  /** What is put behind the chosen one. */
  readonly ending: string;
}

/** More than fit into a list that is read while typing. */
const SHOWN_COMPLETIONS = 50;

/** Completions of a whole text, or nothing where none fits. Who asks for them at a text that is complete sees all others too. */
export function completeWhole(
  text: string,
  offers: readonly CompletionOffer[],
  isAsked: boolean,
): Completions | undefined {
  const isComplete = offers.some((offer) => offer.text === text);
  return toCompletions({ from: 0, to: text.length, ending: '' }, isAsked && isComplete ? '' : text, offers);
}

/** Completions of the name in braces that the caret is in, or nothing where it is in none. */
export function completeTemplate(
  text: string,
  caret: number,
  offers: readonly CompletionOffer[],
): Completions | undefined {
  const before = text.slice(0, caret);
  const open = before.lastIndexOf('{');
  const typed = before.slice(open + 1);
  if (open < 0 || /[{}\s"]/.test(typed) || isBrace(before, open)) return undefined;
  const rest = /^[^{}\s"]*/.exec(text.slice(caret))?.[0].length ?? 0;
  const to = caret + rest;
  const ending = text[to] === '}' ? '' : '}';
  return toCompletions({ from: open + 1, to, ending }, typed, offers);
}

/** `{{` stands for a brace: an even number of them opens nothing. */
function isBrace(before: string, open: number): boolean {
  let start = open;
  while (before[start - 1] === '{') start--;
  return (open - start + 1) % 2 === 0;
}

function toCompletions(
  place: Omit<Completions, 'options'>,
  typed: string,
  offers: readonly CompletionOffer[],
): Completions | undefined {
  const search = typed.toLowerCase();
  const found = offers.filter(({ text }) => text.toLowerCase().includes(search) && text !== typed);
  const starting = found.filter(({ text }) => text.toLowerCase().startsWith(search));
  const others = found.filter((each) => !starting.includes(each));
  const options = [...starting, ...others].slice(0, SHOWN_COMPLETIONS);
  return options.length === 0 ? undefined : { ...place, options };
}
