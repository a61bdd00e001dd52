import type { CompletionOffer } from './complete-text.ts';
import type { ControlContext, ServersView } from './page-context.ts';

/** The names of values of the event, with what they are in the preview. */
export function contextOffers({ view }: ControlContext): readonly CompletionOffer[] {
  return view.contextNames.map(({ name, example }) => ({
    text: name,
    ...(example === undefined ? {} : { about: example }),
  }));
}

/** The tools of all servers as `server:tool`, or the servers. */
export function serverOffers({ servers }: ServersView, what: 'tools' | 'servers'): readonly CompletionOffer[] {
  if (what === 'servers') return servers.map(({ id, status }) => ({ text: id, about: status }));
  return servers.flatMap(({ id, tools }) =>
    tools.map(({ name, about }) => ({ text: `${id}:${name}`, ...(about === undefined ? {} : { about }) })),
  );
}
