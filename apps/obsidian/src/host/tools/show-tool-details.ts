import { toVisible } from '@toolyard/core';
import { readToolDescription, readToolParameters, type Hover, type ToolParameter } from '@toolyard/documents';

/** Shows what a tool says of itself, or of one of its parameters. It is shown as text: the words are a server's, and may be meant to deceive. */
export function showToolDetails(parent: HTMLElement, { tool, parameter }: Pick<Hover, 'tool' | 'parameter'>): void {
  if (parameter !== undefined) {
    showParameter(parent.createDiv({ cls: 'toolyard-parameters' }), parameter);
    return;
  }
  const description = readToolDescription(tool);
  if (description !== '') parent.createDiv({ cls: 'toolyard-tool-description', text: toVisibleLines(description) });
  const parameters = readToolParameters(tool);
  if (parameters.length === 0) {
    parent.createDiv({ cls: 'toolyard-tool-remark', text: 'It takes no parameters.' });
    return;
  }
  const list = parent.createEl('ul', { cls: 'toolyard-parameters', attr: { 'aria-label': 'Parameters' } });
  for (const each of parameters) showParameter(list.createEl('li'), each);
}

function showParameter(row: HTMLElement, { name, type, required, description, values }: ToolParameter): void {
  row.createEl('code', { text: toVisible(name) });
  if (type !== '') row.createSpan({ cls: 'toolyard-parameter-type', text: toVisible(type) });
  if (required) row.createSpan({ cls: 'toolyard-required', text: 'required' });
  if (description !== '') row.createDiv({ text: toVisibleLines(description) });
  if (values.length > 0 && type !== 'boolean') {
    const shown = values.map((value) => JSON.stringify(value)).join(', ');
    row.createDiv({ cls: 'toolyard-parameter-values', text: `One of ${toVisible(shown)}` });
  }
}

/** A text of several lines with all that nobody would see in it made visible. */
export function toVisibleLines(text: string): string {
  return text.trim().split(/\r?\n/).map(toVisible).join('\n');
}
