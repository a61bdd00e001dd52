/** The name of the time zone of this machine, such as `Europe/Berlin`; `UTC` where the system does not say. */
export function findTimeZone(): string {
  // Other than its type says, it is absent where TZ holds no name of a zone.
  const { timeZone }: { readonly timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
