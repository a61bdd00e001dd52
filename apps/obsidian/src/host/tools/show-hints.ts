import { toVisible } from '@toolyard/core';
import type { ListedTool } from '../../tools/list-tools.ts';
import { toVisibleLines } from './show-tool-details.ts';

/** Shows what a tool says of its effects, as small marks. */
export function showHints(parent: HTMLElement, { hints }: Pick<ListedTool, 'hints'>): void {
  for (const hint of hints) {
    const mark = parent.createSpan({ cls: 'toolyard-hint', text: hint });
    mark.toggleClass('mod-warning', hint === 'Destructive');
  }
}

/** Shows above a form what a tool says of itself. */
export function introduceTool(parent: HTMLElement, { hints, description }: ListedTool): void {
  if (hints.length > 0) showHints(parent.createDiv({ cls: 'toolyard-hints' }), { hints });
  if (description === '') return;
  parent.createDiv({ cls: 'toolyard-tool-description', text: toVisibleLines(description) });
}

const MOST_CHARACTERS = 200;

/** The beginning of what a tool says of itself, on one line. */
export function toSummary(description: string): string {
  const line = toVisible(description.replaceAll(/\s+/g, ' ').trim());
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}
