/** A resource that somebody wants to know about, and the server that was asked to tell. */
export interface Subscription {
  readonly uri: string;
  readonly server: string;
}

interface Shared<Subscriber> extends Subscription {
  readonly subscribers: Set<Subscriber>;
  /** The server said that it will tell. */
  isConfirmed: boolean;
}

/** What one subscriber may want to know about: resources, and characters of a URI. */
const MOST_RESOURCES = 10_000;
const LONGEST_URI = 8192;

/** Who wants to know about which resource, so that each server is asked once however many sessions listen. */
export class Subscriptions<Subscriber> {
  readonly #byUri = new Map<string, Shared<Subscriber>>();
  readonly #counts = new Map<Subscriber, number>();

  /** Whether a subscriber may want to know about one more resource; what is kept for it must end somewhere. */
  hasRoom(uri: string, subscriber: Subscriber): boolean {
    return uri.length <= LONGEST_URI && (this.#counts.get(subscriber) ?? 0) < MOST_RESOURCES;
  }

  /** Answers whether the server has to be asked: until it has said yes to one, each must hear for itself what it says. */
  add({ uri, server }: Subscription, subscriber: Subscriber): boolean {
    const known = this.#byUri.get(uri);
    if (known?.subscribers.has(subscriber) !== true) this.#count(subscriber, 1);
    if (known === undefined) {
      this.#byUri.set(uri, { uri, server, subscribers: new Set([subscriber]), isConfirmed: false });
    } else known.subscribers.add(subscriber);
    return known?.isConfirmed !== true;
  }

  /** The server will tell about a resource. */
  confirm(uri: string): void {
    const known = this.#byUri.get(uri);
    if (known !== undefined) known.isConfirmed = true;
  }

  /** Answers whether it was the last for this URI: then the server has to be told. */
  remove(uri: string, subscriber: Subscriber): boolean {
    const known = this.#byUri.get(uri);
    if (known === undefined || !known.subscribers.delete(subscriber)) return false;
    this.#count(subscriber, -1);
    if (known.subscribers.size > 0) return false;
    this.#byUri.delete(uri);
    return true;
  }

  #count(subscriber: Subscriber, change: number): void {
    const count = (this.#counts.get(subscriber) ?? 0) + change;
    if (count === 0) this.#counts.delete(subscriber);
    else this.#counts.set(subscriber, count);
  }

  /** Forgets a subscriber; gives what nobody wants any more. */
  removeAll(subscriber: Subscriber): readonly Subscription[] {
    // Asked at the end of each client, and of each stateless request: most want to know about nothing.
    if (!this.#counts.has(subscriber)) return [];
    return [...this.#byUri.values()].filter(({ uri }) => this.remove(uri, subscriber));
  }

  /** Forgets what was asked of servers that are not there any more. */
  keep(isThere: (server: string) => boolean): void {
    for (const { uri, server, subscribers } of this.#byUri.values()) {
      if (isThere(server)) continue;
      for (const subscriber of subscribers) this.#count(subscriber, -1);
      this.#byUri.delete(uri);
    }
  }

  /** Who wants to hear that a server has changed a resource; another server's of the same URI is not what they read. */
  wanting({ uri, server }: { readonly uri: unknown; readonly server: string }): readonly Subscriber[] {
    const known = typeof uri === 'string' ? this.#byUri.get(uri) : undefined;
    return known?.server === server ? [...known.subscribers] : [];
  }

  /** The server that was asked to tell about a resource. */
  serverOf(uri: string): string | undefined {
    return this.#byUri.get(uri)?.server;
  }

  /** The URIs that a server was asked to tell about. */
  urisOf(server: string): readonly string[] {
    return [...this.#byUri.values()].filter((known) => known.server === server).map(({ uri }) => uri);
  }
}
