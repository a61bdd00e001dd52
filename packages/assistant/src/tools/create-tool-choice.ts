import { isJsonObject, type CatalogueEntry } from '@toolyard/core';
import { measureTool } from '../context/measure-tokens.ts';
import type { ModelTool } from '../model/model.ts';
import { rankTools } from './rank-tools.ts';

/** The tools that a model is told of in one conversation; there are never fewer than before, so that providers' prompt caches hold. */
export interface ToolChoice {
  /** Adds what fits a question, of the tools that there are now; gives what people should know about that. */
  choose(available: readonly CatalogueEntry[], question: string): readonly string[];
  /** Adds a tool that the model asked for without being told of it. */
  add(entry: CatalogueEntry): void;
  offered(): readonly ModelTool[];
  /** Says to the model which other tools there are; empty where it is told of all. */
  describeRest(): string;
  /** About how many tokens the offered tools take in each request. */
  tokens(): number;
}

/** What is left of the budget at first is for later questions. */
const FIRST_SHARE = 0.75;

/** How much of a request the names of the other tools may take, in characters. */
const REST_LENGTH = 2000;

/** Nothing is chosen yet. */
export function createToolChoice(budgetTokens: number): ToolChoice {
  const offered = new Map<string, ModelTool>();
  let total = 0;
  let rest: readonly string[] = [];
  let isFirst = true;

  function offer({ tool, tokens }: MeasuredTool): void {
    if (offered.has(tool.name)) return;
    offered.set(tool.name, tool);
    total += tokens;
    rest = rest.filter((id) => id !== tool.name);
  }

  function offerBest(missing: readonly CatalogueEntry[], question: string): void {
    const most = isFirst ? budgetTokens * FIRST_SHARE : budgetTokens;
    for (const { entry, score } of rankTools(missing, question)) {
      const measured = toMeasuredTool(entry);
      if (measured !== undefined && (isFirst || score > 0) && total + measured.tokens <= most) offer(measured);
    }
  }

  function offerFrom(usable: readonly CatalogueEntry[], question: string): boolean {
    const missing = usable.filter(({ id }) => !offered.has(id));
    const measured = missing.flatMap((entry) => toMeasuredTool(entry) ?? []);
    const [before, wasFirst] = [offered.size, isFirst];
    if (total + measured.reduce((sum, { tokens }) => sum + tokens, 0) <= budgetTokens) measured.forEach(offer);
    else offerBest(missing, question);
    isFirst = false;
    return wasFirst || offered.size > before;
  }

  return {
    choose(available, question) {
      const usable = available.filter((entry) => toMeasuredTool(entry) !== undefined);
      if (!offerFrom(usable, question)) return [];
      rest = usable.flatMap(({ id }) => (offered.has(id) ? [] : [id]));
      const notices = describeUnusable(available.filter((entry) => !usable.includes(entry)));
      if (rest.length === 0) return notices;
      const count = `${offered.size} of ${offered.size + rest.length} tools`;
      const size = `about ${total} of at most ${budgetTokens} tokens`;
      return [...notices, `The model is told of ${count} (${size}), chosen by the question`];
    },
    add(entry) {
      const measured = toMeasuredTool(entry);
      if (measured !== undefined) offer(measured);
    },
    offered: () => [...offered.values()],
    describeRest: () => describeRest(rest),
    tokens: () => total,
  };
}

function describeUnusable(entries: readonly CatalogueEntry[]): readonly string[] {
  if (entries.length === 0) return [];
  const names = entries.map(({ id }) => id).join(', ');
  return [`Not offered to the model, since the schema of the arguments is no JSON object: ${names}`];
}

function describeRest(rest: readonly string[]): string {
  if (rest.length === 0) return '';
  let length = 0;
  const named = rest.filter((id) => (length += id.length + 2) <= REST_LENGTH);
  const more = rest.length - named.length;
  const names = `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
  return `There are further tools, which are not described here for lack of room. A call of one by its name brings its description: ${names}.`;
}

interface MeasuredTool {
  readonly tool: ModelTool;
  readonly tokens: number;
}

const measuredTools = new WeakMap<CatalogueEntry, MeasuredTool>();

/** A tool in the words of the model port; `undefined` where its schema is none. */
function toMeasuredTool(entry: CatalogueEntry): MeasuredTool | undefined {
  const known = measuredTools.get(entry);
  if (known !== undefined) return known;
  const { description, inputSchema = { type: 'object' } } = entry.definition;
  if (!isJsonObject(inputSchema)) return undefined;
  const tool = { name: entry.id, description: typeof description === 'string' ? description : '', inputSchema };
  const measured = { tool, tokens: measureTool(tool) };
  measuredTools.set(entry, measured);
  return measured;
}
