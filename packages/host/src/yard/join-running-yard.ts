import { createRequest, ToolyardError, type Link, type Log, type Pressure } from '@toolyard/core';
import { joinYard } from '@toolyard/node';
import { createJoinedYard, type JoinedYard } from '@toolyard/runtime';
import { untilEnded } from '../lifetime/former-self.ts';
import { nameConfiguration, type YardPlace } from './locate-yard.ts';

/** What a person waits for. */
const ANSWERS_WITHIN_MS = 5000;

/** A client waits longer for its server, and there may be many that start at the same moment. */
const GREETS_WITHIN_MS = 20_000;

/**
 * A link to the yard that runs on this configuration and has answered on it; `undefined` where none runs, or none that can
 * be trusted. Rejects with `socket-unavailable` where it does not answer within `limitMs`.
 */
export async function linkToRunningYard(
  place: YardPlace,
  log: Log,
  limitMs: number = GREETS_WITHIN_MS,
): Promise<Link | undefined> {
  return unlessSilent(place, log, limitMs, greet);
}

/** The yard that runs on this configuration, if any; rejects with `socket-unavailable` where it does not answer. */
export async function joinRunningYard(place: YardPlace, log: Log): Promise<JoinedYard | undefined> {
  return unlessSilent(place, log, ANSWERS_WITHIN_MS, createJoinedYard);
}

async function unlessSilent<Joined>(
  place: YardPlace,
  log: Log,
  limitMs: number,
  join: (link: Link) => Promise<Joined>,
): Promise<Joined | undefined> {
  const link = await connect(place, log);
  if (link === undefined) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(toSilent(place)), limitMs);
  });
  try {
    return await Promise.race([join(link), silence]);
  } catch (error) {
    void link.close();
    // It ended in this very moment.
    if (ToolyardError.is(error) && error.code === 'connection-lost') return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function connect({ socket }: YardPlace, log: Log): Promise<Link | undefined> {
  // One that is ending in this process still listens for a moment.
  await untilEnded(socket);
  try {
    return await joinYard(socket);
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    log.write('warning', error.message);
    return undefined;
  }
}

const GREETING = 'toolyard/greeting';

/** The same link when the other side has answered on it: the system connects also to a process that is stopped. */
function greet(link: Link): Promise<Link> {
  return new Promise((resolve, reject) => {
    let receiver: Parameters<Link['receive']>[0] = () => undefined;
    let start = (): void => undefined;
    // What comes after the answer waits until there is somebody to receive it.
    const started = new Promise<void>((done) => (start = done));
    const greeted: Link = {
      ...link,
      receive(given) {
        receiver = given;
        start();
      },
    };
    let isGreeted = false;
    link.receive((frame, relatedTo): Pressure => {
      if (isGreeted || !frame.isResponse || frame.id !== GREETING) return receiver(frame, relatedTo);
      isGreeted = true;
      resolve(greeted);
      return started;
    });
    void link.closed.then(({ reason }) =>
      reject(new ToolyardError('connection-lost', `The running Toolyard ${reason}.`)),
    );
    void link.send(createRequest(GREETING, 'ping'));
  });
}

function toSilent({ file }: YardPlace): ToolyardError {
  const message = `The Toolyard that runs ${nameConfiguration(file)} does not answer. Stop it, then try again.`;
  return new ToolyardError('socket-unavailable', message);
}
