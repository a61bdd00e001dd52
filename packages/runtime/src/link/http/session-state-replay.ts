import type { Frame } from '@toolyard/core';

/** What a server was told for as long as its session lasts, so that another session can be told it too. */
export class SessionStateReplay {
  readonly #subscriptions = new Map<unknown, Frame>();
  #level: Frame | undefined;
  #count = 0;

  /** Looks at a message that is sent. */
  note(message: Frame): void {
    if (message.method === 'logging/setLevel') this.#level = message;
    if (message.method === 'resources/subscribe') this.#subscriptions.set(message.param('uri'), message);
    if (message.method === 'resources/unsubscribe') this.#subscriptions.delete(message.param('uri'));
  }

  /** The requests that tell it again, under ids that nobody waits for. */
  repeat(): readonly Frame[] {
    const told = [...(this.#level === undefined ? [] : [this.#level]), ...this.#subscriptions.values()];
    return told.map((message) => message.withId(`again/${++this.#count}`));
  }
}
