import { askWhetherMeant, nearest, ToolyardError, toVisible } from '@toolyard/core';
import { EVENT_NAMES, type EventName } from '@toolyard/hooks';

/** The event that a word names; throws `usage` with the nearest names. */
export function parseEventName(word: string): EventName {
  const name = EVENT_NAMES.find((each) => each === word);
  if (name !== undefined) return name;
  const near = nearest(word, EVENT_NAMES);
  const hint = near.length > 0 ? askWhetherMeant(near) : `Events: ${EVENT_NAMES.join(', ')}.`;
  throw new ToolyardError('usage', `Unknown event: ${toVisible(word)}\n${hint}`);
}
