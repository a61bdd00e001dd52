import { hideMarkers } from './result-markers.ts';

/** A code fence around the text that nothing in it can close, nor the region around it. */
export function toFence(text: string, language: string): string {
  const body = hideMarkers(withoutLastLines(text));
  const longest = (body.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${body}\n${fence}`;
}

// A pattern for this takes quadratic time on a text of many empty lines.
function withoutLastLines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
}
