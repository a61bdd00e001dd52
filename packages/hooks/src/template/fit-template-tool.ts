import { findField, isJsonObject, toShapes, toTypes } from '@toolyard/core';
import type { ParameterMapping } from '../hook/hook.ts';
import type { McpServer, McpTool } from '../hook/is-valid-mcp-server.ts';
import { findRequired } from '../map/find-unmapped-parameters.ts';
import type { TemplateTool, TemplateValue } from './hook-template.ts';

/** How well a tool does what a template wants. */
export interface TemplateFit {
  readonly mappings: readonly ParameterMapping[];
  /** Its name says that it does, and it takes the text that it is all about. */
  readonly isLikely: boolean;
  /** The higher the likelier. */
  readonly score: number;
}

/** A tool that a template could call. */
export interface FittingTool extends Pick<TemplateFit, 'isLikely'> {
  readonly server: McpServer;
  readonly tool: McpTool;
}

/** All tools of these servers, those first that do most likely what a template wants. */
export function findTemplateTools(wanted: TemplateTool, servers: readonly McpServer[]): readonly FittingTool[] {
  return servers
    .flatMap((server) => server.tools.map((tool) => ({ server, tool, ...fitTemplateTool(wanted, tool) })))
    .toSorted((one, other) => other.score - one.score)
    .map(({ server, tool, isLikely }) => ({ server, tool, isLikely }));
}

/** Gives the values of a template to the parameters of a tool by their names. */
export function fitTemplateTool(wanted: TemplateTool, tool: Pick<McpTool, 'name' | 'inputSchema'>): TemplateFit {
  const texts = listTexts(tool.inputSchema);
  const required = findRequired(tool.inputSchema, tool.inputSchema);
  const mappings = mapValues(wanted.values, texts, required);
  const [first] = wanted.values;
  const takesFirst = mappings.some(({ value }) => value === first?.template);
  const said = wanted.words.findIndex((word) => toWords(tool.name).some((each) => isWord(each, word)));
  const isSaid = said >= 0;
  const open = [...required].filter((name) => !mappings.some(({ toolParam }) => toolParam === name)).length;
  return {
    mappings,
    isLikely: isSaid && takesFirst,
    score: (isSaid ? 100 - said : 0) + (takesFirst ? 50 : 0) + mappings.length - open,
  };
}

function mapValues(
  values: readonly TemplateValue[],
  texts: readonly string[],
  required: ReadonlySet<string>,
): readonly ParameterMapping[] {
  const found = new Map<string, TemplateValue>();
  for (const [index, value] of values.entries()) {
    const free = texts.filter((name) => !found.has(name));
    const named = value.parameters
      .map((wish) => free.find((name) => toPlain(name) === toPlain(wish)))
      .find((name) => name !== undefined);
    const needed = free.filter((name) => required.has(name));
    const only = [needed, free].find(({ length }) => length === 1)?.[0];
    const name = named ?? (index === 0 ? only : undefined);
    if (name !== undefined) found.set(name, value);
  }
  return [...found].map(([toolParam, { template }]) => ({ toolParam, source: 'template', value: template }));
}

/** The parameters that take any text. */
function listTexts(schema: unknown): readonly string[] {
  const shapes = toShapes(schema, schema);
  const names = new Set(shapes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])));
  return [...names].filter((name) => {
    const field = toShapes(findField(shapes, name), schema);
    return toTypes(field).has('string') && !field.some((shape) => 'enum' in shape || 'const' in shape);
  });
}

function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** `createIssue` and `create_issue` are both "create" and "issue". */
function toWords(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function isWord(word: string, wanted: string): boolean {
  return word === wanted || word === `${wanted}s`;
}
