import type { ListedTool } from './list-tools.ts';

/** How well a text matches what was looked for, the more the better; `undefined` where it does not. */
export type TextMatcher = (text: string) => number | undefined;

/**
 * The tools that match what somebody typed, the best first: by `server:tool`, then by their titles, then those whose descriptions have all its words. All of them where
 * nothing was typed.
 */
export function searchTools(
  tools: readonly ListedTool[],
  query: string,
  toMatcher: (query: string) => TextMatcher,
): readonly ListedTool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const match = toMatcher(query.trim());
  const found = tools.flatMap((tool) => {
    const rank = rankTool(tool, match, words);
    return rank === undefined ? [] : [{ tool, rank }];
  });
  return found
    .toSorted(({ rank: left }, { rank: right }) => left.group - right.group || right.score - left.score)
    .map(({ tool }) => tool);
}

function rankTool(
  { id, name, title, description }: ListedTool,
  match: TextMatcher,
  words: readonly string[],
): { readonly group: number; readonly score: number } | undefined {
  const byId = match(id);
  if (byId !== undefined) return { group: 0, score: byId };
  const byTitle = title === name ? undefined : match(title);
  if (byTitle !== undefined) return { group: 1, score: byTitle };
  const text = `${id} ${title} ${description}`.toLowerCase();
  return words.every((word) => text.includes(word)) ? { group: 2, score: 0 } : undefined;
}
