const MINUTE_MS = 60_000;
/** Clocks change at such moments only, and show half or full hours then. */
const STEP_MINUTES = 30;

/** One minute of a year: the moment at which it begins, and what a clock on the wall shows then. */
interface WallMinute {
  readonly at: number;
  /** In milliseconds, as if the clock were in UTC. */
  readonly wall: number;
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  readonly month: number;
  readonly weekday: number;
}

/** Every minute of a year in a time zone, one by one; the year is that of UTC. */
export function listMinutes(year: number, timeZone: string): readonly WallMinute[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const minutes: WallMinute[] = [];
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += STEP_MINUTES * MINUTE_MS) {
    const wall = Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
    for (let later = 0; later < STEP_MINUTES; later++) minutes.push(toWallMinute(at, wall, later));
  }
  return minutes;
}

function toWallMinute(at: number, wall: number, later: number): WallMinute {
  const date = new Date(wall);
  return {
    at: at + later * MINUTE_MS,
    wall: wall + later * MINUTE_MS,
    minute: date.getUTCMinutes() + later,
    hour: date.getUTCHours(),
    day: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
  };
}

/**
 * When an expression is due in a year, found as plainly as one can: by looking at every minute, and at every minute that the clocks
 * left out. Knows numbers, lists, ranges, `*` and steps.
 */
export function findDueSlowly(expression: string, minutes: readonly WallMinute[]): readonly number[] {
  const isMeant = createMatch(expression);
  const [minute = '', hour = ''] = expression.split(' ');
  const isFixed = !minute.startsWith('*') && !hour.startsWith('*');
  const done = new Set<number>();
  const due: number[] = [];
  for (const [index, now] of minutes.entries()) {
    const before = minutes[index - 1];
    const leftOut = isFixed && before !== undefined ? listBetween(before.wall, now.wall) : [];
    const isDue = isMeant(now) && !(isFixed && done.has(now.wall));
    if (isDue) done.add(now.wall);
    if (isDue || leftOut.some(isMeant)) due.push(now.at);
  }
  return due;
}

/** The minutes that no clock showed between two that follow each other. */
function listBetween(before: number, now: number): readonly WallMinute[] {
  const count = (now - before) / MINUTE_MS - 1;
  return count < 1 ? [] : Array.from({ length: count }, (_, n) => toWallMinute(0, before + (n + 1) * MINUTE_MS, 0));
}

function createMatch(expression: string): (shown: WallMinute) => boolean {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.split(' ');
  const minutes = toSet(minute, 0);
  const hours = toSet(hour, 0);
  const days = toSet(day, 1);
  const months = toSet(month, 1);
  const weekdays = toSet(weekday, 0);
  const needsBoth = day.startsWith('*') || weekday.startsWith('*');
  return (shown) => {
    if (!minutes.has(shown.minute) || !hours.has(shown.hour) || !months.has(shown.month)) return false;
    const [isDay, isWeekday] = [days.has(shown.day), weekdays.has(shown.weekday)];
    return needsBoth ? isDay && isWeekday : isDay || isWeekday;
  };
}

function toSet(field: string, first: number): ReadonlySet<number> {
  const numbers = Array.from({ length: 60 }, (_, number) => number + first);
  const isMeant = (item: string, number: number): boolean => {
    const [base = '', step = '1'] = item.split('/');
    const [from = '', to = from] = base.split('-');
    const [low, high] = base === '*' ? [first, first + 60] : [Number(from), Number(to)];
    return number >= low && number <= high && (number - low) % Number(step) === 0;
  };
  return new Set(numbers.filter((number) => field.split(',').some((item) => isMeant(item, number))));
}
