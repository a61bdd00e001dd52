import { describeNotFound } from '../parse/server-not-found.ts';
import { readConfiguredBinding } from './read-binding.ts';

/** One thing that is wrong with the bindings of a configuration, whatever notes there are. */
export interface BindingProblem {
  /** Which binding, from 0. */
  readonly index: number;
  /** Which key of it, where the problem is about one. */
  readonly key?: string;
  readonly message: string;
}

/** Everything that is wrong with `toolyard.bindings` of a configuration that has servers of these keys. */
export function checkConfiguredBindings(bindings: readonly unknown[], servers: readonly string[]): BindingProblem[] {
  const problems: BindingProblem[] = [];
  for (const [index, entry] of bindings.entries()) {
    const report = (message: string, key?: string): void =>
      void problems.push({ index, message, ...(key === undefined ? {} : { key }) });
    const server = readConfiguredBinding(entry, report)?.server;
    if (server !== undefined && !servers.includes(server)) report(describeNotFound(server, servers), 'server');
  }
  return problems;
}
