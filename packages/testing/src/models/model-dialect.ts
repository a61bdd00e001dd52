import type { JsonObject } from '@toolyard/core';
import type { ServedAnswer, SeenRequest } from './served-turn.ts';

/** How one provider's API speaks. */
export interface ModelDialect {
  /** A model of this provider, as people choose it. */
  readonly modelId: string;
  readonly contentType: string;
  /** Whether arguments travel as text, so that they can be no JSON. */
  readonly hasArgumentText: boolean;
  /** The variables that lead to a server of this API. */
  toEnvironment(origin: string): Readonly<Record<string, string>>;
  isPath(path: string): boolean;
  /** The header in which the key comes, and how it looks there; `undefined` where the API wants none. */
  readonly key?: { readonly header: string; readonly value: string };
  /** What the API would refuse the request for. */
  findMistake(body: JsonObject, memory: AnswerMemory): string | undefined;
  see(body: JsonObject): SeenRequest;
  toWire(answer: NumberedAnswer): WireAnswer;
  toErrorBody(status: number, message: string): JsonObject;
}

/** What a server remembers of its answers. */
export interface AnswerMemory {
  /** The ids of calls that came with reasoning, which the API wants back with them. */
  readonly reasoned: ReadonlySet<string>;
}

/** An answer whose calls have names that were offered, and ids. */
export interface NumberedAnswer extends Omit<ServedAnswer, 'calls'> {
  readonly number: number;
  readonly calls: readonly NumberedCall[];
}

/** One call of a `NumberedAnswer`. */
export interface NumberedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject | string;
}

/** An answer on the wire, in the pieces that are sent. */
export interface WireAnswer {
  readonly parts: readonly string[];
  /** Follows a whole answer. */
  readonly end: readonly string[];
  /** Follows where the provider gives up in the middle of one. */
  readonly overload: readonly string[];
}

/** What a provider wants back together with reasoning; base64, as the real ones. */
export const SIGNATURE = 'c2lnbmF0dXJl';

/** The key that scripted models accept. */
export const MODEL_KEY = 'test-key-0123456789';

/** What an answer is said to cost, in tokens. */
export const SCRIPTED_USAGE = { input: 120, cached: 100, output: 7 } as const;

const PIECE = 5;

/** A text in pieces of a few characters, as models stream it; none for an empty text. */
export function toPieces(text: string | undefined): readonly string[] {
  return text?.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [];
}

/** Arguments as text, in pieces: none of them is JSON by itself. */
export function toArgumentPieces(given: JsonObject | string): readonly string[] {
  return toPieces(typeof given === 'string' ? given : JSON.stringify(given));
}

/** One event of a stream of server-sent events, with its name where the API gives one. */
export function toEventText(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The first tool whose name or schema the API would refuse. */
export function findToolMistake(
  tools: readonly { readonly name?: string | undefined; readonly schema: unknown }[],
  pattern: RegExp,
): string | undefined {
  const names = tools.map(({ name = '' }) => name);
  const [odd] = names.filter((name) => !pattern.test(name));
  if (odd !== undefined) return `Tool name "${odd}" does not match ${pattern.source}`;
  const [twice] = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `Tool names must be unique: ${twice}`;
  return tools
    .map(({ name, schema }) => findSchemaMistake(name ?? '', schema))
    .find((mistake) => mistake !== undefined);
}

function findSchemaMistake(name: string, schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || !('type' in schema) || schema.type !== 'object')
    return `Invalid schema for function "${name}": schema must be of type "object"`;
  const [combinator] = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].filter((keyword) => keyword in schema);
  return combinator && `Invalid schema for function "${name}": "${combinator}" is not supported at the top level`;
}
