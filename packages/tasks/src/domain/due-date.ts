const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const UNZONED = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/i;

/** What `parseDueDate` accepts, as a JSON Schema pattern; a real calendar day is checked by `parseDueDate` alone. */
export const DUE_DATE_PATTERN =
  '^\\d{4}-\\d{2}-\\d{2}([Tt]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:\\d{2})?)?$';

/** A day as it is, or a moment in UTC to the millisecond; `undefined` for anything else. Years 1900 to 9999. */
export function parseDueDate(text: string): string | undefined {
  const upper = withOffset(text).toUpperCase();
  if (DAY.test(upper)) return isDay(upper) ? upper : undefined;
  if (!MOMENT.test(upper) || !isDay(upper.slice(0, 10))) return undefined;
  const moment = new Date(upper).toISOString();
  return isKnownYear(moment) ? moment : undefined;
}

/** A moment without an offset is one of UTC, whatever the clock on this wall says; any other text stays as it is. */
export function withOffset(text: string): string {
  return UNZONED.test(text) ? `${text}Z` : text;
}

/** The last moment at which something due then is not overdue yet. */
export function toDueMoment(dueDate: string): string {
  return DAY.test(dueDate) ? `${dueDate}T23:59:59.999Z` : dueDate;
}

/** The first moment of what a due date names. */
export function toDueStart(dueDate: string): string {
  return DAY.test(dueDate) ? `${dueDate}T00:00:00.000Z` : dueDate;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && isKnownYear(text);
}

function isKnownYear(text: string): boolean {
  return /^(19|[2-9]\d)\d\d-/.test(text);
}
