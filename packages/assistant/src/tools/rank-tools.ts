import { isJsonObject, type CatalogueEntry } from '@toolyard/core';

/** A tool and how well it fits a question; 0 where no word of the question is in it. */
export interface RankedTool {
  readonly entry: CatalogueEntry;
  readonly score: number;
}

const NAME_WEIGHT = 3;
const SERVER_WEIGHT = 2;

/** All tools, the best for a question first; equal ones keep their order. A word counts more the fewer tools have it. */
export function rankTools(tools: readonly CatalogueEntry[], question: string): readonly RankedTool[] {
  const weighted = tools.map((entry) => ({ entry, words: weighWords(entry) }));
  const asked = [...new Set(toWords(question))];
  const rarity = new Map(
    asked.map((word) => {
      const having = weighted.filter(({ words }) => words.has(word)).length;
      return [word, Math.log(1 + tools.length / (1 + having))];
    }),
  );
  const scoreOf = (words: ReadonlyMap<string, number>): number =>
    asked.reduce((sum, word) => sum + (words.get(word) ?? 0) * (rarity.get(word) ?? 0), 0);
  return weighted
    .map(({ entry, words }) => ({ entry, score: scoreOf(words) }))
    .toSorted((left, right) => right.score - left.score);
}

function weighWords({ name, server, definition }: CatalogueEntry): ReadonlyMap<string, number> {
  const { description, title, inputSchema } = definition;
  const properties = isJsonObject(inputSchema) ? inputSchema['properties'] : undefined;
  const parameters = isJsonObject(properties) ? Object.keys(properties).join(' ') : '';
  const words = new Map<string, number>();
  const weigh = (text: unknown, weight: number): void => {
    if (typeof text !== 'string') return;
    for (const word of toWords(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
  };
  weigh(name, NAME_WEIGHT);
  weigh(title, NAME_WEIGHT);
  weigh(server, SERVER_WEIGHT);
  weigh(description, 1);
  weigh(parameters, 1);
  return words;
}

/** Words in lower case and without a plural's `s`; `readFile` and `read_file` are two each. */
function toWords(text: string): string[] {
  const found = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return found.map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''));
}
