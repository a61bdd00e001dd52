import type { Frame } from '@toolyard/core';

/** Who was sent to which page: the end of such an elicitation is for that client alone. */
export interface ElicitationOwners<Client> {
  /** A client gets a question of a server, which may be one that sends it to a page. */
  noteQuestion(server: string, question: Frame, client: Client): void;
  /** A client gets an error of a server, which may be one that sends it to pages. */
  noteError(server: string, answer: Frame, client: Client): void;
  /** The client that a server's elicitation belongs to, if one is known. */
  ownerOf(server: string, notification: Frame): Client | undefined;
  /** A client is gone. */
  forget(client: Client): void;
}

/** The code of the error that asks for pages to be visited before the request is made again. */
const URL_ELICITATION_REQUIRED = -32042;

/** The oldest are forgotten first. */
const MOST_OWNERS = 10_000;

/** Longer ids are not worth the memory. */
const LONGEST_ID = 1000;

/** Knows of no elicitation yet. */
export function createElicitationOwners<Client>(): ElicitationOwners<Client> {
  const owners = new Map<string, Client>();
  // Clients come and go by the thousand, and most of them have none.
  const keysOf = new Map<Client, Set<string>>();

  function keep(server: string, id: unknown, client: Client): void {
    if (typeof id !== 'string' || id.length > LONGEST_ID) return;
    const key = toKey(server, id);
    drop(key);
    owners.set(key, client);
    keysOf.set(client, (keysOf.get(client) ?? new Set()).add(key));
    const [oldest] = owners.size > MOST_OWNERS ? owners.keys() : [];
    if (oldest !== undefined) drop(oldest);
  }

  function drop(key: string): void {
    const client = owners.get(key);
    owners.delete(key);
    if (client !== undefined) keysOf.get(client)?.delete(key);
  }

  return {
    noteQuestion: (server, question, client) => keep(server, question.param('elicitationId'), client),
    noteError(server, answer, client) {
      for (const id of elicitationsOf(answer.value('error'))) keep(server, id, client);
    },
    ownerOf: (server, notification) => owners.get(toKey(server, String(notification.param('elicitationId')))),
    forget(client) {
      for (const key of keysOf.get(client) ?? []) owners.delete(key);
      keysOf.delete(client);
    },
  };
}

/** A key has no control characters, so nothing else reads the same. */
function toKey(server: string, id: string): string {
  return `${server}\n${id}`;
}

function elicitationsOf(error: unknown): readonly unknown[] {
  const { code, data } = membersOf(error);
  const { elicitations } = membersOf(data);
  if (code !== URL_ELICITATION_REQUIRED || !Array.isArray(elicitations)) return [];
  return elicitations.map((elicitation: unknown) => membersOf(elicitation)['elicitationId']);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
