import { describeHook, findChanges, type ResolvedHook } from '@toolyard/host/hooks';
import type { CommandContext } from '../../terminal/command-context.ts';
import { createScreen, type Tone } from '../../terminal/create-screen.ts';

const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad' };

const NOT_SHOWN = 'in masked values, in the order, or in its server';

/** Writes to stderr exactly what a hook would run, unredacted, and what changed since it was approved. */
export function showHook(resolved: ResolvedHook, { terminal, surroundings }: CommandContext): void {
  const { before, known, servers } = resolved;
  const screen = createScreen(terminal.stderr, surroundings.env);
  const [title = '', ...lines] = describeHook(known.hook, servers);
  screen.line(screen.paint('strong', title));
  for (const line of lines) screen.line(line);
  if (before === undefined) return;
  const changes = findChanges(resolved);
  screen.line(`  changed since it was approved${changes.length === 0 ? `, ${NOT_SHOWN}` : ':'}`);
  for (const line of changes) {
    const tone = TONES[line[0] ?? ''];
    screen.line(`    ${tone === undefined ? line : screen.paint(tone, line)}`);
  }
}
