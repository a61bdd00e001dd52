import { expect } from 'vitest';
import { FOREGROUND, NOT_RUN } from './exceptions.ts';
import type { Answer, Foreground, Shell } from './open-shell.ts';
import type { Section, Step } from './read-sections.ts';
import { unifyOutput } from './unify-output.ts';

type Command = Step & { readonly type: 'run' };

/** Ports that a page names, with those that took their place. */
type Ports = Map<number, string>;

/** A line of output that ends in what the reader typed. */
const QUESTION = /^(.*\[[yY]\/[nN]\]) (\S+)$/gm;
const ADDRESS = /127\.0\.0\.1:(\d+)/;
/** Ended well, or by Ctrl-C. */
const GOOD_ENDS = [0, 130];

/** The entry for a command, by how it begins. */
export function findEntry<Entry extends { readonly begins: string }>(
  entries: readonly Entry[],
  command: string,
): Entry | undefined {
  return entries.find(({ begins }) => command === begins || command.startsWith(`${begins} `));
}

/** Does all that a section says, and compares what comes of it with what the section shows. */
export async function followSection({ page, steps }: Section, shell: Shell): Promise<void> {
  const ports: Ports = new Map();
  const open: Foreground[] = [];
  for (const step of steps) {
    if (step.type === 'save') {
      shell.save(step.path, step.text);
    } else if (findEntry(FOREGROUND, step.command) !== undefined) {
      open.push(await start(step, shell, ports));
    } else if (findEntry(NOT_RUN, step.command) === undefined) {
      await run(step, { shell, ports, place: `${page}:${step.line}` });
    }
  }
  for (const command of open.toReversed()) {
    const { code, printed } = await command.end();
    expect(GOOD_ENDS, printed).toContain(code);
  }
}

/** A command that shows nothing has to end well; one that shows something has to print that. */
async function run(
  step: Command,
  { shell, ports, place }: { readonly shell: Shell; readonly ports: Ports; readonly place: string },
): Promise<void> {
  const { shown } = step;
  const command = [...ports].reduce((text, [from, to]) => text.replaceAll(`:${from}`, `:${to}`), step.command);
  const answers = findAnswers(shown ?? '');
  const { code, printed } = answers.length > 0 ? await shell.answer(command, answers) : await shell.run(command);
  if (shown === undefined) expect(code, `${place}: ${command}\n${printed}`).toBe(0);
  else expect(toShown(printed, shell), `${place}: ${command}`).toBe(unifyOutput(shown));
}

function findAnswers(shown: string): readonly Answer[] {
  return [...shown.matchAll(QUESTION)].map(([, question = '', keys = '']) => ({ question, keys: `${keys}\n` }));
}

function toShown(printed: string, { home }: Shell): string {
  return unifyOutput(printed.replaceAll(home, '/home/you'));
}

async function start({ command, shown }: Command, shell: Shell, ports: Ports): Promise<Foreground> {
  const { begins = '', port } = findEntry(FOREGROUND, command) ?? {};
  if (shown === undefined) throw new Error(`"${command}" runs until it is ended: show what it prints at first`);
  if (port === undefined)
    return shell.start(command, (printed) => toShown(printed, shell).startsWith(unifyOutput(shown)));
  const started = await shell.start(command.replace(begins, `${begins} --port 0`), (printed) =>
    toShown(printed.replace(ADDRESS, `127.0.0.1:${port}`), shell).startsWith(unifyOutput(shown)),
  );
  ports.set(port, ADDRESS.exec(started.printed())?.[1] ?? '');
  return started;
}
