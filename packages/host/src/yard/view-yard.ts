import type { Relay, Yard } from '@toolyard/core';

/** The same yard, but for what is given. */
export function viewYard(
  yard: Yard & Relay,
  changes: Partial<Pick<Yard & Relay, 'configuration' | 'configurationTrouble' | 'enable' | 'calls' | 'stop'>>,
): Yard & Relay {
  return {
    catalogue: yard.catalogue,
    caller: yard.caller,
    calls: yard.calls,
    servers: () => yard.servers(),
    server: (key) => yard.server(key),
    on: (listener) => yard.on(listener),
    settled: (until) => yard.settled(until),
    enable: (key) => yard.enable(key),
    disable: (key) => yard.disable(key),
    stop: () => yard.stop(),
    configuration: () => yard.configuration(),
    configurationTrouble: () => yard.configurationTrouble?.(),
    checkChain: (message) => yard.checkChain(message),
    request: (server, request) => yard.request(server, request),
    notify: (server, notification, session) => yard.notify(server, notification, session),
    explain: (server) => yard.explain(server),
    greeting: (server) => yard.greeting(server),
    onNotification: (listener) => yard.onNotification(listener),
    endSession: (session) => yard.endSession(session),
    onQuestion: (listener) => yard.onQuestion(listener),
    ...changes,
  };
}
