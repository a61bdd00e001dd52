import { toVisible } from '@toolyard/core';
import { maskHook } from '@toolyard/hooks';
import { maskServer } from '@toolyard/host';
import type { Host } from '../host/host.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { describeHook } from './describe-hook.ts';
import type { JudgedHook } from './judge-hooks.ts';

const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad' };

const NOT_SHOWN = 'in what is masked, in the order, or in its server';

/** What is kept of a hook that was approved, to tell later what changed: the lines that were seen, without secrets. */
export function summarizeHook({ known, server, redact }: JudgedHook): string[] {
  const lines = describeHook(maskHook(known.hook), server === undefined ? undefined : maskServer(server));
  return lines.map((line) => String(redact(line)));
}

/** Writes to stderr exactly what a hook would run, unredacted, and what changed since it was approved. */
export function showHook(judged: JudgedHook, host: Pick<Host, 'stderr' | 'env'>): void {
  const { before, known, server } = judged;
  const screen = createScreen(host.stderr, host.env);
  const [title = '', ...lines] = describeHook(known.hook, server);
  screen.line(screen.paint('strong', title));
  for (const line of lines) screen.line(line);
  if (before === undefined) return;
  // The title may change without anybody being asked.
  const [, ...seen] = Array.isArray(before.seen) ? before.seen : [];
  const changes = seen.length === 0 ? [] : findChanges(seen, summarizeHook(judged).slice(1));
  screen.line(`  changed since it was approved${changes.length === 0 ? `, ${NOT_SHOWN}` : ':'}`);
  for (const line of changes) {
    const tone = TONES[line[0] ?? ''];
    screen.line(`    ${tone === undefined ? line : screen.paint(tone, line)}`);
  }
}

/** The lines that differ from those that were seen when it was approved. */
function findChanges(seen: readonly unknown[], now: readonly string[]): string[] {
  const old = seen.map((line) => toVisible(String(line)));
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}
