import type { Host } from './host.ts';

/**
 * The same host with other parts, or without those that are given as `undefined`. Its methods still see the host that they belong to:
 * a copy of a host that is an object of a class would have none of them.
 */
export function changeHost(host: Host, changes: Partial<Host>): Host {
  const { surroundings, info, clock, secrets, keepsAnswers, state, respondent, builtins, program, tells } = host;
  return {
    surroundings,
    info,
    clock,
    secrets,
    keepsAnswers,
    state,
    respondent,
    builtins,
    program,
    tells,
    notify: (notice) => host.notify(notice),
    approve: host.approve?.bind(host),
    askInput: host.askInput?.bind(host),
    onManyCalls: host.onManyCalls?.bind(host),
    agents: host.agents?.bind(host),
    chat: host.chat?.bind(host),
    ...changes,
  };
}
