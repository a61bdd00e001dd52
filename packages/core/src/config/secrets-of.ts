import type { Configuration, ServerDefinition } from './configuration.ts';
import { isSecretName, isSecretShape } from '../secret/is-secret.ts';
import { isHarmless } from '../secret/mask-text.ts';

const SCHEME = /^(?:bearer|basic|digest|token|apikey)\s+/i;
const URL_SHAPE = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Some hosted servers have the user's key in their path. */
const SECRET_SEGMENT = /^(?=.*\d)(?=.*[A-Za-z])[\w-]{20,}$/;

/** Values that settings have and secrets have not. */
const ORDINARY: readonly RegExp[] = [
  /^[A-Za-z]{1,20}(?:[-_ .][A-Za-z]{1,20})?$/,
  /^v?[\d.,:-]{1,20}$/,
  /^(?:~|\.{0,2})\//,
  /^[A-Za-z]:[\\/]/,
  /^[a-z0-9.-]{1,60}:\d{2,5}$/i,
  /^[a-z]{2}_[A-Z]{2}(?:\.[\w-]{1,12})?$/,
  /^[a-z]+\/[a-z0-9.+*-]+(?:[,;] ?[a-z0-9.+*/=-]+)*$/,
  URL_SHAPE,
];

/** The values of a configuration that are secrets or may be, for a redactor: rather one too many than one too few. */
export function secretsOf({ servers }: Pick<Configuration, 'servers'>): readonly string[] {
  return withoutHarmless(servers.flatMap(secretsOfServer));
}

/** The same of variables of an environment. */
export function secretsOfVariables(variables: Readonly<Record<string, string>>): readonly string[] {
  return withoutHarmless(fromNamed(variables));
}

function withoutHarmless(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].filter((secret) => !isHarmless(secret));
}

function secretsOfServer(server: ServerDefinition): string[] {
  return [...(server.secrets ?? []), ...secretsInFields(server)];
}

function secretsInFields(server: ServerDefinition): string[] {
  switch (server.kind) {
    case 'command':
      return [...fromNamed(server.env), ...fromWords([server.command, ...server.args])];
    case 'url':
      return [...fromNamed(server.headers), ...fromUrl(server.url)];
    case 'docker': {
      const { docker, endpoint } = server;
      const reached = endpoint === undefined ? [] : [...fromNamed(endpoint.headers), ...fromUrl(endpoint.url)];
      return [...fromNamed(docker.env), ...fromWords(docker.command), ...reached];
    }
    default:
      return [];
  }
}

function fromNamed(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    const isSecret = isSecretName(name) || !isOrdinary(value);
    return isSecret ? [value, ...partsOf(value)] : partsOf(value);
  });
}

/** `--token x`, `--token=x`, `--header "Authorization: Bearer x"`, `-e NAME=x`, and URLs with passwords. */
function fromWords(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1] ?? '';
    const follows = before.startsWith('-') && !before.includes('=') && isSecretName(before) && !word.startsWith('-');
    const [, name, value] = /^([\w.-]+)(?:=|:\s)\s*(.+)$/s.exec(word) ?? [];
    const named = name !== undefined && isSecretName(name) ? [value ?? '', ...partsOf(value ?? '')] : [];
    return [...(follows || isSecretShape(word) ? [word] : []), ...named, ...partsOf(word), ...fromUrl(value ?? '')];
  });
}

/** The secrets inside a value: after a scheme, in a URL, in JSON. */
function partsOf(value: string): string[] {
  if (SCHEME.test(value)) return fromScheme(value);
  if (value.startsWith('{')) return fromJson(value);
  return fromUrl(value);
}

function fromScheme(value: string): string[] {
  const credential = value.replace(SCHEME, '').trim();
  if (!/^basic/i.test(value)) return [credential];
  const pair = decodeBase64(credential);
  return [credential, pair.slice(pair.indexOf(':') + 1)];
}

function fromJson(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? fromNamed({ ...value }) : [];
  } catch {
    return [];
  }
}

function fromUrl(text: string): string[] {
  if (!URL_SHAPE.test(text) || !URL.canParse(text)) return [];
  const { password, pathname, searchParams } = new URL(text);
  const parameters = [...searchParams].filter(([name, value]) => isSecretName(name) || isSecretShape(value));
  const segments = pathname.split('/').filter((segment) => SECRET_SEGMENT.test(segment));
  return [password, decode(password), ...segments, ...parameters.map(([, value]) => value)];
}

/** Empty where it is none. */
function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isOrdinary(value: string): boolean {
  return !isSecretShape(value) && ORDINARY.some((pattern) => pattern.test(value));
}
