import { hideMarkers } from './result-markers.ts';

/** A code fence around the text that nothing in it can close, nor the region around it. */
export function toFence(text: string, language: string): string {
  const body = hideMarkers(text.replace(/\n+$/, ''));
  const longest = (body.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${body}\n${fence}`;
}
