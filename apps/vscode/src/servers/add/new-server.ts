import { isJsonObject, type JsonObject } from '@toolyard/core';
import { takeOutSecrets } from '@toolyard/host';

/** A server that a person wants to add, and the name that fits it. */
export interface NewServer {
  readonly name: string;
  /** As it would stand in a configuration. */
  readonly entry: JsonObject;
}

/** Servers to be added, with what VS Code would ask people for. */
export interface NewServers {
  readonly servers: readonly NewServer[];
  /** Declarations of inputs, as they were pasted. */
  readonly inputs: readonly JsonObject[];
}

/** Secrets that stand in servers as plain text, taken out. */
export interface SeparateSecrets {
  readonly servers: readonly NewServer[];
  /** By the ids that the servers have for them now. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Secrets that have to stay, a sentence each. */
  readonly problems: readonly string[];
}

/** Takes the secrets out of servers; each gets an id that none of `taken` has. */
export function separateSecrets(servers: readonly NewServer[], taken: readonly string[]): SeparateSecrets {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  const without = servers.map(({ name, entry }) => {
    const found = takeOutSecrets(name, entry, [...taken, ...Object.keys(secrets)]);
    Object.assign(secrets, found.secrets);
    problems.push(...found.problems);
    return { name, entry: found.definition };
  });
  return { servers: without, secrets, problems };
}

/** A name for a server that tells what it is, which none of `taken` has: that of its package, its image or its host. */
export function suggestServerName(entry: JsonObject, taken: readonly string[]): string {
  const base = shorten(findTelling(entry)) || 'server';
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(name)) return name;
  }
}

/** Programs that start others, which say nothing of the server. */
const STARTERS = /^(?:npx|node|bunx?|deno|pnpm|dlx|yarn|uvx?|uv|run|python\d?|pipx|docker|exec|tsx|-.*)$/;

function findTelling({ command, args, url, docker }: JsonObject): string {
  if (typeof url === 'string' && URL.canParse(url)) return hostOf(url);
  const image = isJsonObject(docker) ? docker['image'] : undefined;
  if (typeof image === 'string') return image.split('@', 1)[0]?.split(':', 1)[0] ?? '';
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
  return words.map(lastPart).find((word) => word !== '' && !STARTERS.test(word)) ?? lastPart(words[0] ?? '');
}

function hostOf(url: string): string {
  const labels = new URL(url).hostname.split('.').filter((label) => !/^(?:www|api|mcp)$/.test(label));
  return labels.length > 1 ? (labels.at(-2) ?? '') : (labels[0] ?? '');
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

function shorten(text: string): string {
  return lastPart(text)
    .toLowerCase()
    .replace(/@[^@]*$/, '')
    .replace(/\.(?:[cm]?[jt]s|py|exe)$/, '')
    .replace(/^(?:mcp-server|server|mcp)-(?=.)|-(?:mcp-server|mcp|server)$/g, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}]+|-+$/gu, '')
    .slice(0, 40);
}
