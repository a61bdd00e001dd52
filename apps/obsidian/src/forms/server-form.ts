import { isJsonObject, readJsonText, type JsonObject } from '@toolyard/core';
import { createSecretId, readInputId, toInputReference } from '@toolyard/host';

/** How a server is reached, each with a form of its own. */
export type FormKind = 'command' | 'docker' | 'url';

/** An environment variable or a header. */
export interface FormPair {
  readonly name: string;
  /** What was typed; of a secret that was kept before it is empty until somebody types another value. */
  readonly value: string;
  readonly isSecret: boolean;
  /** The name under which the device keeps the value of a secret. */
  readonly secretId?: string;
}

/** A server as a person edits it: texts as they are typed, of all kinds, so that nothing is lost by a look at another kind. */
export interface ServerForm {
  readonly name: string;
  readonly kind: FormKind;
  readonly command: string;
  /** One in a line or a JSON list, of the program or of the container. */
  readonly args: string;
  readonly env: readonly FormPair[];
  readonly cwd: string;
  readonly image: string;
  readonly containerName: string;
  /** `HOST:CONTAINER` in a line each. */
  readonly ports: string;
  /** `SOURCE:TARGET` in a line each, or a JSON list. */
  readonly mounts: string;
  readonly url: string;
  readonly transport: 'auto' | 'http' | 'sse';
  readonly headers: readonly FormPair[];
  /** Everything else that the definition has, which no field of the form changes. */
  readonly rest: JsonObject;
}

/** What a form says: a definition for data.json, and the values that stay on this device. */
export interface FilledForm {
  readonly definition: JsonObject;
  /** By the names that the definition has for them. */
  readonly secrets: Readonly<Record<string, string>>;
}

const EMPTY: ServerForm = {
  name: '',
  kind: 'command',
  command: '',
  args: '',
  env: [],
  cwd: '',
  image: '',
  containerName: '',
  ports: '',
  mounts: '',
  url: '',
  transport: 'auto',
  headers: [],
  rest: {},
};

const OF_FORM = new Set(['command', 'args', 'env', 'cwd', 'docker', 'url', 'type', 'headers']);
const OF_DOCKER_FORM = new Set(['image', 'containerName', 'command', 'env', 'ports', 'mounts']);

/** A form with a server's definition in it; an empty one where there is none. */
export function toServerForm(name: string, definition: JsonObject = {}): ServerForm {
  const { docker, type } = definition;
  const container = isJsonObject(docker) ? docker : {};
  const isDocker = isJsonObject(docker);
  return {
    name,
    kind: isDocker ? 'docker' : 'url' in definition ? 'url' : 'command',
    command: toText(definition['command']),
    args: toList(isDocker ? container['command'] : definition['args']),
    env: toPairs(isDocker ? container['env'] : definition['env']),
    cwd: toText(definition['cwd']),
    image: toText(container['image']),
    containerName: toText(container['containerName']),
    ports: toPortLines(container['ports']),
    mounts: toList(container['mounts']),
    url: toText(definition['url']),
    transport: type === 'sse' ? 'sse' : type === undefined || type === 'stdio' ? 'auto' : 'http',
    headers: toPairs(definition['headers']),
    rest: {
      ...without(definition, OF_FORM),
      ...(isDocker && { docker: without(container, OF_DOCKER_FORM) }),
    },
  };
}

/** What the fields of the form's kind say; fields that are empty are left out. New secrets get ids that none of `taken` has. */
export function fillForm(form: ServerForm, taken: readonly string[] = []): FilledForm {
  const kept = [...form.env, ...form.headers].flatMap(({ secretId }) => secretId ?? []);
  const filling: Filling = { form, taken: [...taken, ...kept], secrets: {} };
  const { docker: dockerRest, ...rest } = form.rest;
  const fields = {
    command: () => toCommand(filling),
    docker: () => ({
      docker: { ...(isJsonObject(dockerRest) && dockerRest), ...toContainer(filling) },
      ...(form.url.trim() !== '' && toEndpoint(filling)),
    }),
    url: () => toEndpoint(filling),
  }[form.kind]();
  return { definition: { ...fields, ...rest }, secrets: filling.secrets };
}

/** An empty form of a new server. */
export function createServerForm(): ServerForm {
  return EMPTY;
}

/** A form while it is read, with the ids and values of secrets that were found so far. */
interface Filling {
  readonly form: ServerForm;
  readonly taken: string[];
  readonly secrets: Record<string, string>;
}

function toCommand(filling: Filling): JsonObject {
  const { form } = filling;
  const args = readList(form.args);
  return {
    command: form.command.trim(),
    ...(args.length > 0 && { args }),
    ...readPairs('env', filling),
    ...(form.cwd.trim() !== '' && { cwd: form.cwd.trim() }),
  };
}

function toContainer(filling: Filling): JsonObject {
  const { form } = filling;
  const [command, mounts, ports] = [readList(form.args), readList(form.mounts), readLines(form.ports)];
  return {
    image: form.image.trim(),
    ...(form.containerName.trim() !== '' && { containerName: form.containerName.trim() }),
    ...(command.length > 0 && { command }),
    ...readPairs('env', filling),
    ...(ports.length > 0 && { ports: Object.fromEntries<unknown>(ports.map(readPort)) }),
    ...(mounts.length > 0 && { mounts }),
  };
}

function toEndpoint(filling: Filling): JsonObject {
  const { form } = filling;
  return {
    ...(form.transport !== 'auto' && { type: form.transport }),
    url: form.url.trim(),
    ...readPairs('headers', filling),
  };
}

function readPairs(field: 'env' | 'headers', { form, taken, secrets }: Filling): JsonObject {
  const named = form[field].filter(({ name, value }) => name.trim() !== '' || value !== '');
  if (named.length === 0) return {};
  const entries = named.map(({ name, value, isSecret, secretId }): readonly [string, string] => {
    if (!isSecret) return [name.trim(), value];
    const id = secretId ?? createSecretId(form.name, name, taken);
    taken.push(id);
    if (value !== '') secrets[id] = value;
    return [name.trim(), toInputReference(id)];
  });
  return { [field]: Object.fromEntries(entries) };
}

/** A line that is no pair of ports is kept, so that the check of the definition refuses it by its text. */
function readPort(line: string): readonly [string, unknown] {
  const [, host, container] = /^(\d+):(\S+)$/.exec(line) ?? [];
  return container === undefined ? [line, line] : [container, Number(host)];
}

/** Lines cannot show items that are empty, that have several lines, or spaces around them; a JSON list can. */
function readList(text: string): readonly string[] {
  const read = text.trim().startsWith('[') ? readJsonText(text) : undefined;
  const items: unknown = read?.ok === true ? read.value : undefined;
  return Array.isArray(items) && items.every(isText) ? items : readLines(text);
}

function readLines(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toPairs(value: unknown): FormPair[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, each]) => {
    const secretId = readInputId(each);
    return secretId === undefined
      ? { name, value: toText(each), isSecret: false }
      : { name, value: '', isSecret: true, secretId };
  });
}

function toPortLines(value: unknown): string {
  if (!isJsonObject(value)) return '';
  return Object.entries(value)
    .map(([container, host]) => `${toText(host)}:${container}`)
    .join('\n');
}

function toList(value: unknown): string {
  if (!Array.isArray(value)) return '';
  const items = value.map(toText);
  const lines = items.join('\n');
  const isSame = JSON.stringify(readList(lines)) === JSON.stringify(items);
  return isSame ? lines : JSON.stringify(items);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

function without(value: JsonObject, fields: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.has(name)));
}
