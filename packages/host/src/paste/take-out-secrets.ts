import { hidesSecret, isJsonObject, maskValue, type JsonObject } from '@toolyard/core';
import { createSecretId } from './create-secret-id.ts';
import { findMasked } from './find-masked.ts';
import { toInputReference } from './input-reference.ts';

/** A definition without its secrets. */
export interface WithoutSecrets {
  readonly definition: JsonObject;
  /** By the ids that the definition has for them. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Secrets that had to stay in it, a sentence for each. */
  readonly problems: readonly string[];
}

/** A server while its definition is read, with what was found so far. */
interface Taking {
  readonly server: string;
  readonly taken: readonly string[];
  readonly secrets: Record<string, string>;
  readonly problems: string[];
}

/** What is looked up, and is no secret itself. */
const VARIABLE = /(\$\{[^{}]*\})/;
const WITH_DEFAULT = /^\$\{([^{}]*?):-([^{}]*)\}$/;

/**
 * Takes the secrets that stand as plain text in the environment, the headers, the arguments or the URL of a definition out of it. Each gets an
 * id that none of `taken` has.
 */
export function takeOutSecrets(server: string, definition: JsonObject, taken: readonly string[]): WithoutSecrets {
  const taking: Taking = { server, taken, secrets: {}, problems: [] };
  const { url, docker } = definition;
  const without = {
    ...definition,
    ...takeFields(taking, definition, { pairs: ['env', 'headers'], words: 'args' }),
    ...(typeof url === 'string' && {
      url: takeMasked(taking, { field: 'url', text: url, masked: maskValue('', url) }),
    }),
    ...(isJsonObject(docker) && {
      docker: { ...docker, ...takeFields(taking, docker, { pairs: ['env'], words: 'command' }) },
    }),
  };
  return { definition: without, secrets: taking.secrets, problems: taking.problems };
}

function takeFields(
  taking: Taking,
  object: JsonObject,
  { pairs, words }: { readonly pairs: readonly string[]; readonly words: string },
): JsonObject {
  const taken = [
    ...pairs.map((field) => [field, takePairs(taking, object[field])] as const),
    [words, takeWords(taking, object[words])] as const,
  ];
  return Object.fromEntries(taken.filter(([field]) => field in object));
}

function takePairs(taking: Taking, values: unknown): unknown {
  if (!isJsonObject(values)) return values;
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string' || !hidesSecret(value, name)) return [name, value];
    // A form shows a value that is a secret as a whole, and keeps variables.
    const masked = VARIABLE.test(value) ? maskValue(name, value) : undefined;
    return [
      name,
      masked === undefined ? keep(taking, name, value) : takeMasked(taking, { field: name, text: value, masked }),
    ];
  });
  return Object.fromEntries(entries);
}

/** Of the words of a command line, one may say what the next is. */
function takeWords(taking: Taking, words: unknown): unknown {
  if (!Array.isArray(words)) return words;
  const masked = maskValue('', words);
  return words.map((text: unknown, index) => {
    const without: unknown = Array.isArray(masked) ? masked[index] : text;
    return typeof text === 'string' ? takeMasked(taking, { field: `arg-${index + 1}`, text, masked: without }) : text;
  });
}

/** Takes out what is hidden in `masked` alone, so that people still see what is started. */
function takeMasked(
  taking: Taking,
  { field, text, masked }: { readonly field: string; readonly text: string; readonly masked: unknown },
): string {
  if (typeof masked !== 'string' || masked === text) return text;
  let result = '';
  let from = 0;
  for (const { start, end } of findMasked(text, masked)) {
    const parts = text.slice(start, end).split(VARIABLE);
    result += text.slice(from, start) + parts.map((part) => takePart(taking, field, part)).join('');
    from = end;
  }
  return result + text.slice(from);
}

function takePart(taking: Taking, field: string, part: string): string {
  if (!VARIABLE.test(part)) return isSecret(part) ? keep(taking, field, part) : part;
  const [, name = '', given = ''] = WITH_DEFAULT.exec(part) ?? [];
  if (isSecret(given)) {
    const what = `The default of the variable ${name} is a secret, which would be stored as plain text.`;
    taking.problems.push(`${what} Remove it, and set the variable on this device.`);
  }
  return part;
}

/** Whether a part of what was hidden says anything; signs between variables do not. */
function isSecret(part: string): boolean {
  return /[\p{L}\p{N}]/u.test(part) && hidesSecret(part, 'secret');
}

function keep({ server, taken, secrets }: Taking, field: string, secret: string): string {
  const id = createSecretId(server, field, [...taken, ...Object.keys(secrets)]);
  secrets[id] = secret;
  return toInputReference(id);
}
