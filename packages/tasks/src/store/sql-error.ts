/** A statement that the database refused; `code` is its SQLSTATE. */
export class SqlError extends Error {
  override readonly name: string = 'SqlError';
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** Whether a statement waited too long for what another transaction holds. */
  static isLockTimeout(error: unknown): boolean {
    return error instanceof SqlError && error.code === '55P03';
  }

  /** Whether the same transaction can succeed when it is tried again: a deadlock, or a conflict with another one. */
  static isPassing(error: unknown): boolean {
    return error instanceof SqlError && (error.code === '40P01' || error.code === '40001');
  }
}
