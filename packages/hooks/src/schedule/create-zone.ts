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
      const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, Number(value)]));
      const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
      const shown = Date.UTC(
        read('year'),
        read('month') - 1,
        read('day'),
        read('hour'),
        read('minute'),
        read('second'),
      );
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
