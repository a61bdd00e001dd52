let lastMs = Number.NaN;
let lastText = '';

/** A time, in milliseconds since 1970, in ISO 8601 and UTC. Lines of a log mostly share theirs, so the last is kept. */
export function toIsoTime(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}
