/** Who wants to know about which resource, so that each server is asked once however many sessions listen. */
export class Subscriptions<Subscriber> {
  readonly #subscribers = new Map<string, Set<Subscriber>>();

  /** Answers whether it is the first for this URI: then the server has to be asked. */
  add(uri: string, subscriber: Subscriber): boolean {
    const all = this.#subscribers.get(uri);
    if (all === undefined) this.#subscribers.set(uri, new Set([subscriber]));
    else all.add(subscriber);
    return all === undefined;
  }

  /** Answers whether it was the last for this URI: then the server has to be told. */
  remove(uri: string, subscriber: Subscriber): boolean {
    const all = this.#subscribers.get(uri);
    if (all === undefined || !all.delete(subscriber) || all.size > 0) return false;
    this.#subscribers.delete(uri);
    return true;
  }

  /** Forgets a subscriber; gives the URIs that nobody wants any more. */
  removeAll(subscriber: Subscriber): readonly string[] {
    return [...this.#subscribers.keys()].filter((uri) => this.remove(uri, subscriber));
  }

  has(uri: string, subscriber: Subscriber): boolean {
    return this.#subscribers.get(uri)?.has(subscriber) ?? false;
  }
}
