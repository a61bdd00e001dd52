import type { CompletionOffer } from './complete-text.ts';
import type { PageContext } from './page-context.ts';

/** The names of values of the event, with what they are in the preview. */
export function contextOffers({ view }: PageContext): readonly CompletionOffer[] {
  return view.contextNames.map(({ name, example }) => ({
    text: name,
    ...(example === undefined ? {} : { about: example }),
  }));
}
