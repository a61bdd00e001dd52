import { cutText } from '@toolyard/core';
import { readToolDescription, readToolParameters, type Hover, type ToolParameter } from '@toolyard/documents';
import { toMarkdownText } from '../rows/to-markdown.ts';

/** So much of a description is shown; all of it is in the schema of the tool. */
const DESCRIPTION_LENGTH = 3000;

/** More parameters than anybody reads in a tooltip. */
const MOST_PARAMETERS = 40;

/** What is shown about the tool, or the parameter, of a block, as Markdown: a server's words are shown as text, whatever they contain. */
export function describeHover({ tool, parameter }: Pick<Hover, 'tool' | 'parameter'>): string {
  const title = `**${toMarkdownText(tool.id)}**`;
  if (parameter !== undefined) return `${title}\n\n${describeParameter(parameter)}`;
  const parameters = readToolParameters(tool);
  const shown = parameters.slice(0, MOST_PARAMETERS).map((each) => `- ${describeParameter(each)}`);
  const left = parameters.length - shown.length;
  const list = [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
  return [title, toParagraphs(readToolDescription(tool)), list].filter((part) => part !== '').join('\n\n');
}

function describeParameter({ name, type, required, description, values }: ToolParameter): string {
  const facts = [type, required ? 'required' : ''].filter((fact) => fact !== '').join(', ');
  const choices = values.map((value) => JSON.stringify(value)).join(', ');
  const about = [description, choices === '' ? '' : `One of ${choices}`].filter((part) => part !== '').join(' ');
  return `**${toMarkdownText(name)}**${facts === '' ? '' : ` (${toMarkdownText(facts)})`}${about === '' ? '' : `: ${toMarkdownText(cutText(about, DESCRIPTION_LENGTH))}`}`;
}

/** Its lines stay lines, and its empty lines paragraphs. */
function toParagraphs(text: string): string {
  return cutText(text.trim(), DESCRIPTION_LENGTH)
    .split(/\r?\n/)
    .map((line) => toMarkdownText(line.trim()))
    .join('  \n')
    .replaceAll(/(?:[ ]{2}\n){2,}/g, '\n\n');
}
