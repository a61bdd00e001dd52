import {
  CONTROL_METHODS,
  CONTROL_PROTOCOL,
  createRequest,
  ToolyardError,
  VERSION,
  type Link,
  type Log,
  type Pressure,
  type YardAbout,
} from '@toolyard/core';
import { joinYard } from '@toolyard/node';
import { createJoinedYard, createYardProgramLink, type JoinedYard, type YardProgramLink } from '@toolyard/runtime';
import { untilEnded } from '../lifetime/until-ended.ts';
import { meetRunning, type VersionHearer } from '../lifetime/meet-running.ts';
import { nameConfiguration, nameDownCommand, type YardPlace } from './locate-yard.ts';

/** What a person waits for. */
const ANSWERS_WITHIN_MS = 5000;

/** A client waits longer for its server, and there may be many that start at the same moment. */
const GREETS_WITHIN_MS = 20_000;

/**
 * A link to the yard that runs on this configuration and has answered on it; `undefined` where none runs, or none that can
 * be trusted. Rejects with `socket-unavailable` where it does not answer within `limitMs`, and with `version-mismatch` where it is of a
 * version that this one does not understand.
 */
export async function linkToRunningYard(
  place: YardPlace,
  log: Log,
  limitMs: number = GREETS_WITHIN_MS,
): Promise<Link | undefined> {
  return unlessSilent(place, log, limitMs, (link) => greet(link, (about) => meetYard(place, about, log)));
}

/**
 * The yard that runs on this configuration, if any; rejects with `socket-unavailable` where it does not answer, and with
 * `version-mismatch`. `hearer` is told of another version that this one understands, instead of the log.
 */
export async function joinRunningYard(
  place: YardPlace,
  log: Log,
  hearer: VersionHearer = log,
): Promise<JoinedYard | undefined> {
  return unlessSilent(place, log, ANSWERS_WITHIN_MS, (link) =>
    createJoinedYard(link, (about) => meetYard(place, about, hearer)),
  );
}

/** A program that runs a yard, and what it tells about itself; `undefined` where it is too old to tell. */
export interface FoundProgram {
  readonly program: YardProgramLink;
  readonly about: YardAbout | undefined;
}

/** The program that runs this configuration, of whatever version, for those who only name or end it. */
export async function findRunningProgram(place: YardPlace, log: Log): Promise<FoundProgram | undefined> {
  return unlessSilent(place, log, ANSWERS_WITHIN_MS, async (link) => {
    const program = createYardProgramLink(link);
    return { program, about: await program.about() };
  });
}

function meetYard(place: YardPlace, about: unknown, hearer: VersionHearer): void {
  const name = `The Toolyard that runs ${nameConfiguration(place.file)}`;
  const met = { name, about, down: nameDownCommand(place) };
  meetRunning(met, { version: VERSION, protocol: CONTROL_PROTOCOL }, hearer);
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

/**
 * The same link when the other side has answered on it: the system connects also to a process that is stopped. Any answer will do; `check`
 * hears what it says of who runs there, and refuses it by throwing.
 */
function greet(link: Link, check: (about: unknown) => void): Promise<Link> {
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
      try {
        check(frame.value('result'));
        resolve(greeted);
      } catch (error) {
        reject(error);
      }
      return started;
    });
    void link.closed.then(({ reason }) =>
      reject(new ToolyardError('connection-lost', `The running Toolyard ${reason}.`)),
    );
    void link.send(createRequest(GREETING, CONTROL_METHODS.about));
  });
}

function toSilent({ file }: YardPlace): ToolyardError {
  const message = `The Toolyard that runs ${nameConfiguration(file)} does not answer. Stop it, then try again.`;
  return new ToolyardError('socket-unavailable', message);
}
