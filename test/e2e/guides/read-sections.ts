/** Something that a reader does who follows a page. */
export type Step =
  /** Saves what a fence shows in a file. */
  | { readonly type: 'save'; readonly line: number; readonly path: string; readonly text: string }
  /** Types a command; `shown` is what the page says comes of it, `undefined` where it says nothing. */
  | { readonly type: 'run'; readonly line: number; readonly command: string; readonly shown: string | undefined };

/** What stands below one heading of a page, down to the next heading. */
export interface Section {
  readonly page: string;
  readonly heading: string;
  readonly steps: readonly Step[];
}

interface Fence {
  readonly language: string;
  /** The number of its first line within. */
  readonly line: number;
  readonly lines: readonly string[];
  /** The paragraph before it. */
  readonly before: string;
}

const SHELL = new Set(['sh', 'bash']);
/** A line that looks like a command. */
const COMMAND = /^(?:\$|toolyard|npx|npm) /;
const FIRST_LINE_PATH = /^(?:\/\/|#) ([\w.~/-]+\.\w+)$/;
const SAVE_AS = /\bsave (?:this|it) as `([^`]+)`/i;

/**
 * The sections of a page in which there is something to do. Throws where a command could be overlooked.
 *
 * - In a fence of `sh` or `bash` each line is a command; `\` at its end and `<<WORD` go on in the next.
 * - In one of `console` a command begins with `$ `, and what follows is what it prints.
 * - Any other fence is saved where its first line is a comment with a path, or the text before says "save this as `PATH`".
 */
export function readSections(page: string, text: string): readonly Section[] {
  const sections: { page: string; heading: string; steps: Step[] }[] = [{ page, heading: '', steps: [] }];
  for (const part of splitPage(text)) {
    if (typeof part === 'string') sections.push({ page, heading: part, steps: [] });
    else sections.at(-1)?.steps.push(...toSteps(part));
  }
  return sections.filter(({ steps }) => steps.some(({ type }) => type === 'run'));
}

/** Headings as text, and fences, in their order. */
function splitPage(text: string): readonly (string | Fence)[] {
  const parts: (string | Fence)[] = [];
  const lines = text.split('\n');
  let before: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, indent, marks, language = ''] = /^([ >]*)(`{3,}|~{3,})(\w*)/.exec(line) ?? [];
    const [, heading] = /^#+ (.+)$/.exec(line) ?? [];
    if (heading !== undefined) parts.push(heading);
    if (indent !== undefined && indent !== '') throw new Error(`Line ${index + 1}: a fence begins in the first column`);
    if (marks !== undefined) {
      const end = findEnd(lines, marks, index);
      parts.push({ language, line: index + 2, lines: lines.slice(index + 1, end), before: before.join(' ') });
      index = end;
      before = [];
    } else if (line !== '') {
      before = lines[index - 1] === '' ? [line] : [...before, line];
    }
  }
  return parts;
}

function toSteps(fence: Fence): readonly Step[] {
  const { language, line, lines, before } = fence;
  if (language === 'console') return readConsole(fence);
  if (SHELL.has(language)) return readCommands(fence);
  const hidden = lines.findIndex((text) => COMMAND.test(text));
  if (hidden >= 0) throw new Error(`Line ${line + hidden}: a command stands in a fence of neither "sh" nor "console"`);
  const path = FIRST_LINE_PATH.exec(lines[0] ?? '')?.[1] ?? SAVE_AS.exec(before)?.[1];
  return path === undefined ? [] : [{ type: 'save', line, path, text: `${lines.join('\n')}\n` }];
}

function readConsole({ line, lines }: Fence): readonly Step[] {
  const starts = lines.flatMap((text, index) => (text.startsWith('$ ') ? [index] : []));
  if (starts[0] !== 0) throw new Error(`Line ${line}: a "console" begins with a command, which begins with "$ "`);
  return starts.map((start, index) => {
    const part = lines.slice(start, starts[index + 1]);
    const count = countLines(part);
    const command = part.slice(0, count).join('\n').slice('$ '.length);
    const shown = part.slice(count).join('\n').trimEnd();
    return { type: 'run', line: line + start, command, shown: shown === '' ? undefined : shown };
  });
}

function readCommands({ line, lines }: Fence): readonly Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < lines.length;) {
    const count = countLines(lines.slice(index));
    const command = lines.slice(index, index + count).join('\n');
    if (!/^\s*(#|$)/.test(command)) steps.push({ type: 'run', line: line + index, command, shown: undefined });
    index += count;
  }
  return steps;
}

/** How many lines the first command takes. */
function countLines(lines: readonly string[]): number {
  let count = 1;
  while (lines[count - 1]?.endsWith('\\') === true) count++;
  const [, word] = /<<-?\s*['"]?(\w+)/.exec(lines[count - 1] ?? '') ?? [];
  return word === undefined ? count : findEnd(lines, word, count - 1) + 1;
}

function findEnd(lines: readonly string[], mark: string, start: number): number {
  const end = lines.indexOf(mark, start + 1);
  if (end < 0) throw new Error(`No line is ${JSON.stringify(mark)} after "${lines[start]}"`);
  return end;
}
