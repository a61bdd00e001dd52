import { TASKS_EXTENSION, type ServerIntroduction, type Relay, type Yard } from '@toolyard/core';

/** Whether a server makes tasks, in the way of the era that it speaks. */
export function makesTasks(greeting: ServerIntroduction | undefined, isStateless: boolean): boolean {
  if (greeting === undefined || (greeting.stateless === true) !== isStateless) return false;
  const { tasks, extensions } = greeting.capabilities;
  // Asked for every answer, and most servers make none.
  if (tasks === undefined && extensions === undefined) return false;
  return isStateless
    ? membersOf(extensions)[TASKS_EXTENSION] !== undefined
    : membersOf(membersOf(membersOf(tasks)['requests'])['tools'])['call'] !== undefined;
}

/** What a client is told about tasks: only what a server of its own era has. */
export function toTaskCapabilities(yard: Yard & Relay, isStateless: boolean): object {
  const isThere = yard.servers().some(({ key }) => makesTasks(yard.greeting(key), isStateless));
  if (!isThere) return {};
  return isStateless
    ? { extensions: { [TASKS_EXTENSION]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
