import { checkValue } from '../../domain/check-value.ts';
import type { Parsed } from '../../domain/field-error.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { refuseInput } from '../task-error.ts';

/** The schema of arguments that are then known to be `T`. */
export interface SchemaOf<T> extends JsonSchema {
  /** Never there; ties the type to the schema. */
  readonly fits?: T;
}

/** The arguments of a call, known to fit the schema; throws `TaskFailure` with all that is wrong. */
export function readArguments<T extends object>(schema: SchemaOf<T>, args: unknown, { now, message }: ReadOptions): T {
  const errors = checkValue(schema, args, now);
  if (errors.length > 0) throw refuseInput(errors, message);
  return args as T;
}

/** What a parser gave; throws `TaskFailure` with all that is wrong. */
export function unwrap<T>(parsed: Parsed<T>, message?: string): T {
  if (!parsed.ok) throw refuseInput(parsed.errors, message);
  return parsed.value;
}

/** How complaints are made. */
export interface ReadOptions {
  /** Milliseconds since 1970, for suggestions. */
  readonly now: number;
  readonly message?: string | undefined;
}
