/** A time zone, as far as schedules need it. */
export interface Zone {
  /** By how much a clock on the wall there is ahead of UTC at a moment; both in milliseconds. */
  offsetAt(at: number): number;
}

/** A time zone by its name, such as `Europe/Berlin`; `undefined` where no such zone is known. */
export function createZone(name: string): Zone | undefined {
  const format = createFormat(name);
  if (format === undefined) return undefined;
  return {
    offsetAt(at) {
      const second = Math.floor(at / 1000) * 1000;
      // Far quicker than asking for the parts: 11/18/2026, 02:47:00.
      const [month = 1, day = 1, year = 0, ...time] = format.format(second).match(/\d+/g)?.map(Number) ?? [];
      const [hour = 0, minute = 0, shownSecond = 0] = time;
      const shown = Date.UTC(year, month - 1, day, hour, minute, shownSecond);
      return shown - second;
    },
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    return undefined;
  }
}
