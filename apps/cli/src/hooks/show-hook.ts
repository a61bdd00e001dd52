import { renderDiff } from '../clients/render-diff.ts';
import type { Host } from '../host/host.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { toVisible } from '../terminal/to-visible.ts';
import { describeHook } from './describe-hook.ts';
import type { JudgedHook } from './judge-hooks.ts';

const TONES: Readonly<Record<string, Tone>> = { '+': 'good', '-': 'bad' };

/** Writes to stderr exactly what a hook would run, and what changed since it was approved. */
export function showHook({ known, server, before }: JudgedHook, host: Pick<Host, 'stderr' | 'env'>): void {
  const screen = createScreen(host.stderr, host.env);
  const [title = '', ...lines] = describeHook(known.hook, server);
  screen.line(screen.paint('strong', title));
  for (const line of lines) screen.line(line);
  if (before === undefined) return;
  const changes = findChanges(before.seen, [title, ...lines]);
  screen.line(changes.length === 0 ? '  changed since it was approved' : '  changed since it was approved:');
  for (const line of changes) {
    const tone = TONES[line[0] ?? ''];
    screen.line(`    ${tone === undefined ? line : screen.paint(tone, line)}`);
  }
}

/** The lines that differ from those that were seen when it was approved; none where they were not kept. */
function findChanges(seen: unknown, now: readonly string[]): string[] {
  if (!Array.isArray(seen)) return [];
  const old = seen.map((line) => toVisible(String(line)));
  const [, , , ...changes] = renderDiff('', old.join('\n'), now.join('\n'));
  return changes.filter((line) => line.startsWith('+') || line.startsWith('-'));
}
