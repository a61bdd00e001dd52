import {
  reportBug,
  STATELESS_REVISION,
  ToolyardError,
  withDeadline,
  type AskedQuestion,
  type Clock,
  type Frame,
  type ServerIntroduction,
  type Link,
  type LinkEnd,
  type LinkStarter,
  type Log,
  type Pressure,
  type Question,
  type ServerDefinition,
  type WireEra,
} from '@toolyard/core';
import type { QuestionLimit } from '../link/create-question-limit.ts';
import { createExchange, type Exchange } from '../link/create-exchange.ts';
import { performHandshake, type HandshakeCaller } from '../link/handshake.ts';
import { createStatelessLink } from '../link/stateless/create-stateless-link.ts';
import { createSharedWire, type SharedWire } from './create-shared-wire.ts';
import { hasWirePerEra, planEras, PROBE, type EraTry } from './plan-eras.ts';

/** A server that was started and has said who it is. */
export interface StartedServer {
  readonly link: Link;
  readonly exchange: Exchange;
  readonly greeting: ServerIntroduction;
  /** The language that is spoken on the link. */
  readonly era: WireEra;
  /** The language to begin with next time, where this time brought it to light. */
  readonly verdict?: WireEra;
}

export interface StartHandshakeOptions {
  readonly definition: ServerDefinition;
  readonly links: LinkStarter;
  readonly caller: HandshakeCaller;
  /** Whether the link is one session's alone. */
  readonly isOwnLink?: boolean;
  /** Bounds the questions of all servers at URLs together. */
  readonly questionLimit: QuestionLimit;
  readonly clock: Clock;
  readonly log: Log;
  /** The language to begin with where the configuration leaves it open; one is found out where absent. */
  knownEra?(): WireEra | undefined;
  /** Ends the attempt; what was started for it is closed. */
  readonly signal: AbortSignal;
  /** The server was started; from now on it is being greeted. Called again where it has to be started once more. */
  onStarted(link: Link): void;
  /** The server ended when it was asked which language it speaks. */
  onProbeEnded?(): void;
  onNotification(notification: Frame): Pressure;
  /** Takes a question that belongs to no request, or leaves it. */
  onUnrelated(question: Question): AskedQuestion | undefined;
  toLoss(end: LinkEnd): ToolyardError;
}

/** One language that did not work. */
interface Refused {
  readonly attempt: EraTry;
  readonly error: unknown;
  readonly maySpeakOther: boolean;
}

/** Starts a server and shakes hands in the language that it speaks; leaves nothing behind where that fails. */
export async function startHandshake(options: StartHandshakeOptions): Promise<StartedServer> {
  const plan = [...planEras(options.definition, options.knownEra?.())];
  const refused: Refused[] = [];
  let wire: SharedWire | undefined;
  for (const attempt of plan) {
    wire = await provideWire(wire, attempt, options);
    const tried = await tryEra(wire, attempt, options);
    if ('greeting' in tried) return { ...tried, ...concludeEra(tried, refused, wire) };
    refused.push(tried);
    if (!tried.maySpeakOther) break;
    // A server that is slow to start says nothing at first, and may then refuse the handshake.
    if (refused.length === 1 && isSilence(tried.error)) plan.push(PROBE);
  }
  await wire?.link.close();
  // What the handshake was refused with says more than that the server does not speak the other language either.
  const telling = refused.find(({ attempt }) => attempt.era === 'legacy') ?? refused[0];
  throw toRefusal(telling?.error, options.definition);
}

async function tryEra(
  wire: SharedWire,
  attempt: EraTry,
  options: StartHandshakeOptions,
): Promise<StartedServer | Refused> {
  try {
    return await greetIn(wire, attempt, options);
  } catch (error) {
    const maySpeakOther = !options.signal.aborted && isOfOtherEra(error, attempt, wire);
    const end = wire.end();
    if (attempt === PROBE && maySpeakOther && end !== undefined && end.code === undefined) options.onProbeEnded?.();
    return { attempt, error, maySpeakOther };
  }
}

/** What is known of the server's language now; nothing where it was only spoken as before. */
function concludeEra(
  { era }: StartedServer,
  refused: readonly Refused[],
  wire: SharedWire,
): Pick<StartedServer, 'verdict'> {
  const wasAsked = era !== 'legacy' || refused.length > 0;
  return wasAsked ? { verdict: wire.isStateless() ? STATELESS_REVISION : era } : {};
}

/** The same link where it can be used again, otherwise a new one when nothing of the old one is left. */
async function provideWire(
  wire: SharedWire | undefined,
  { era }: EraTry,
  options: StartHandshakeOptions,
): Promise<SharedWire> {
  const { definition, links, signal, log } = options;
  if (wire !== undefined && wire.end() === undefined && !hasWirePerEra(definition)) return wire;
  await wire?.link.close();
  const link = await links.start(definition, signal, era);
  options.onStarted(link);
  return createSharedWire(link, (error) => reportBug(log, error));
}

async function greetIn(
  wire: SharedWire,
  { era, limitMs }: EraTry,
  options: StartHandshakeOptions,
): Promise<StartedServer> {
  const { definition, clock, log, caller } = options;
  const server = definition.key;
  const link = era === 'legacy' ? wire.link : createStatelessLink(wire.link, { clock, log, server });
  // Of a stateless server nothing is held: it has answered with what it asks.
  const holdsConnections = definition.kind === 'url' && link.perRequestCapabilities !== true;
  const questionLimit = holdsConnections ? options.questionLimit : undefined;
  const exchange = createExchange({ ...options, link, server, questionLimit });
  const greeting =
    limitMs === undefined
      ? await performHandshake(exchange, caller, options.signal)
      : await withDeadline(
          { clock, ms: limitMs, signal: options.signal, toReason: () => toSilence(limitMs) },
          (until) => performHandshake(exchange, caller, until),
        );
  return { link, exchange, greeting: era === 'legacy' ? greeting : { ...greeting, stateless: true }, era };
}

/** Whether a failure may mean that the server speaks the other language. */
function isOfOtherEra(error: unknown, { era, limitMs }: EraTry, wire: SharedWire): boolean {
  const end: (LinkEnd & { readonly status?: number }) | undefined = wire.end();
  if (end === undefined) return ToolyardError.is(error) && error.code === 'protocol-error';
  if (end.code === 'login-required' || end.code === 'server-misconfigured') return false;
  // A server that was reached refused the message; a program that ended may have done so because of a guess.
  return end.status !== undefined || (end.code === undefined && era !== 'legacy' && limitMs !== undefined);
}

function toRefusal(error: unknown, { era }: ServerDefinition): unknown {
  if (era !== STATELESS_REVISION || !ToolyardError.is(error) || error.code !== 'protocol-error') return error;
  const message = `it does not speak revision ${era}, which its "era" requires: ${error.message}. Set "era" to "auto"`;
  return new ToolyardError('protocol-error', message, { cause: error.cause });
}

const SILENCE = 'it did not answer "server/discover"';

function toSilence(ms: number): ToolyardError {
  return new ToolyardError('protocol-error', `${SILENCE} within ${ms} ms`);
}

function isSilence(error: unknown): boolean {
  return ToolyardError.is(error) && error.message.startsWith(SILENCE);
}
