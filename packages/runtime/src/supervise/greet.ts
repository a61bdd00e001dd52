import type {
  AskedQuestion,
  Frame,
  Greeting,
  Link,
  LinkEnd,
  LinkStarter,
  Pressure,
  Question,
  ServerDefinition,
  ToolyardError,
} from '@toolyard/core';
import { createExchange, type Exchange } from '../link/create-exchange.ts';
import { shakeHands, type Caller } from '../link/handshake.ts';

/** A server that was started and has said who it is. */
export interface Greeted {
  readonly link: Link;
  readonly exchange: Exchange;
  readonly greeting: Greeting;
}

/** What a link needs from outside, and whom it tells. */
export interface GreetOptions {
  readonly definition: ServerDefinition;
  readonly links: LinkStarter;
  readonly caller: Caller;
  /** Ends the attempt; what was started for it is closed. */
  readonly signal: AbortSignal;
  /** The server was started; from now on it is being greeted. */
  onStarted(link: Link): void;
  onNotification(notification: Frame): Pressure;
  /** Takes a question that belongs to no request, or leaves it. */
  onUnrelated(question: Question): AskedQuestion | undefined;
  toLoss(end: LinkEnd): ToolyardError;
}

/** Starts a server and shakes hands; leaves nothing behind where that fails. */
export async function greet(options: GreetOptions): Promise<Greeted> {
  const { definition, links, signal } = options;
  const link = await links.start(definition, signal);
  try {
    options.onStarted(link);
    const exchange = createExchange({ ...options, link, server: definition.key });
    return { link, exchange, greeting: await shakeHands(exchange, options.caller, signal) };
  } catch (error) {
    await link.close();
    throw error;
  }
}
