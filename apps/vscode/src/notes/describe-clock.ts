const MINUTE_MS = 60_000;

/** A time as the clock of the person says it, with the date where that is not today: `14:05:09`, `2026-11-18 14:05:09`; both in milliseconds since 1970. */
export function describeClock(at: number, now: number): string {
  if (Number.isNaN(at)) return 'an unknown time';
  const [then, today] = [toLocal(at), toLocal(now)];
  return then.date === today.date ? then.time : `${then.date} ${then.time}`;
}

function toLocal(ms: number): { readonly date: string; readonly time: string } {
  // What a clock on the wall shows, written as if it were in UTC.
  const shifted = ms - new Date(ms).getTimezoneOffset() * MINUTE_MS;
  const text = new Date(shifted).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 19) };
}
