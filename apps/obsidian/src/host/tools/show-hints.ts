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

/** The first line of what a tool says of itself. */
export function toSummary(description: string): string {
  return toVisibleLines(description).split('\n', 1).join('');
}
