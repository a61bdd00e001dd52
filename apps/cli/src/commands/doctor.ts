import { toLine, toVisibleJson } from '@toolyard/core';
import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { listPlaces } from '../doctor/list-places.ts';
import { renderPlaces } from '../doctor/render-places.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Tone } from '../terminal/create-screen.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

const MARKS: Readonly<Record<Finding['level'], { readonly word: string; readonly tone: Tone }>> = {
  good: { word: 'ok   ', tone: 'good' },
  note: { word: 'note ', tone: 'busy' },
  wrong: { word: 'wrong', tone: 'bad' },
};

/** `toolyard doctor`: looks at everything that Toolyard needs, says what is wrong and what to do, and where Toolyard keeps what. */
export async function runDoctor(
  { config, json }: CommonOptions,
  { terminal, surroundings }: CommandContext,
): Promise<number> {
  const nodeVersion = process.versions.node;
  const findings = await examine(surroundings, { nodeVersion, ...(config !== undefined && { config }) });
  const places = await listPlaces(surroundings, config);
  const wrong = findings.filter(({ level }) => level === 'wrong').length;
  const screen = createScreen(terminal.stdout, surroundings.env);
  if (json === true) screen.line(toVisibleJson({ ok: wrong === 0, findings, places }, 2));
  else {
    for (const { level, text, advice } of findings) {
      const { word, tone } = MARKS[level];
      screen.line(`${screen.paint(tone, word)}  ${toLine(text)}`);
      if (advice !== undefined) screen.line(`       ${screen.paint('quiet', toLine(advice))}`);
    }
    for (const line of renderPlaces(places, screen)) screen.line(line);
    terminal.stderr.write(wrong === 0 ? 'No problems found.\n' : `${wrong} problem${wrong === 1 ? '' : 's'} found.\n`);
  }
  return wrong === 0 ? EXIT.done : EXIT.failed;
}
