/** An answer of the engine. */
export interface DockerReply {
  readonly status: number;
  /** Parsed JSON; absent where the answer is empty. */
  readonly body: unknown;
  /** What the engine says about an error; empty where it says nothing. */
  readonly message: string;
}

/** A container as lists show it. */
export interface ListedContainer {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** In the engine's words, e.g. `running` or `exited`. */
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Ports of the machine that lead to it. */
  readonly ports: readonly number[];
}

/** What a container's end, or news before it, looks like in the engine's stream of events. */
export interface ContainerEvent {
  readonly action: string;
  readonly exitCode?: number;
}

/** What the engine says while it pulls an image. */
export interface PullProgress {
  readonly layer?: string;
  readonly status: string;
  readonly current: number;
  readonly total: number;
  readonly error?: string;
}

/** Reads an answer; `undefined` where it is not JSON. Errors of an older or other kind may be plain text. */
export function parseDockerReply(status: number, text: string): DockerReply | undefined {
  if (text.trim() === '' || status === 204 || status === 304) return { status, body: undefined, message: '' };
  try {
    const body: unknown = JSON.parse(text);
    return { status, body, message: textOf(membersOf(body)['message']) };
  } catch {
    return status >= 400 ? { status, body: undefined, message: text.trim().slice(0, 500) } : undefined;
  }
}

/** The id in the answer to a creation. */
export function parseCreated({ body }: DockerReply): string | undefined {
  const id = membersOf(body)['Id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Reads a list of containers; what is no container is left out. */
export function parseContainers({ body }: DockerReply): readonly ListedContainer[] {
  if (!Array.isArray(body)) return [];
  return body.map(membersOf).map((found) => {
    const [name] = listOf(found['Names']);
    const ports = listOf(found['Ports']).map((port) => Number(membersOf(port)['PublicPort']));
    return {
      id: textOf(found['Id']),
      name: textOf(name).replace(/^\//, ''),
      image: textOf(found['Image']),
      state: textOf(found['State']),
      labels: textsOf(found['Labels']),
      ports: ports.filter((port) => Number.isInteger(port)),
    };
  });
}

/** Reads one event of a container. */
export function parseEvent(value: unknown): ContainerEvent {
  const event = membersOf(value);
  const attributes = membersOf(membersOf(event['Actor'])['Attributes']);
  const exitCode = Number(attributes['exitCode'] ?? Number.NaN);
  const action = textOf(event['Action'] ?? event['status']);
  return { action, ...(Number.isInteger(exitCode) && { exitCode }) };
}

/** Reads one line of a pull. */
export function parsePullProgress(value: unknown): PullProgress {
  const line = membersOf(value);
  const detail = membersOf(line['progressDetail']);
  const error = textOf(line['error'] ?? membersOf(line['errorDetail'])['message']);
  const layer = textOf(line['id']);
  return {
    status: textOf(line['status']),
    current: Number(detail['current'] ?? 0),
    total: Number(detail['total'] ?? 0),
    ...(layer !== '' && { layer }),
    ...(error !== '' && { error }),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(membersOf(value)).map(([name, text]) => [name, textOf(text)]));
}
