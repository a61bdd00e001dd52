/** Throws for a value that holds a NUL byte: what people write is checked long before, so this is a bug and not their mistake. */
export function refuseNul(values: readonly unknown[]): void {
  for (const value of values) {
    if (Array.isArray(value)) refuseNul(value);
    else if (typeof value === 'string' && value.includes('\0')) {
      throw new TypeError('A value for the database holds a NUL byte, which PostgreSQL cannot keep.');
    }
  }
}
