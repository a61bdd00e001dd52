import { orAborted, ToolyardError, type DockerOptions, type Log } from '@toolyard/core';
import type { DockerClient } from './create-docker-client.ts';
import { parsePullProgress, type PullProgress } from './parse-docker-reply.ts';

/** Makes sure that images are there. */
export interface ImageStore {
  /** Resolves when the image can be used; rejects with `server-start-failed`. A pull that outlives the signal goes on for the next try. */
  provide(docker: Pick<DockerOptions, 'image' | 'pull'>, key: string, signal: AbortSignal): Promise<void>;
  /** Ends every pull. */
  stop(): void;
}

const PULL_SILENCE_MS = 300_000;
const TOLD_EVERY_MS = 10_000;
const MEGABYTE = 1_000_000;
const MOST_LAYERS = 1000;

/** One pull at a time of each image, however many servers want it. */
export function createImageStore(engine: DockerClient, log: Log): ImageStore {
  const pulls = new Map<string, Promise<void>>();
  const ending = new AbortController();

  async function isThere(image: string, signal: AbortSignal): Promise<boolean> {
    const reply = await engine.ask({ method: 'GET', path: `/images/${encodeURIComponent(image)}/json`, signal });
    if (reply.status === 200) return true;
    if (reply.status === 404) return false;
    throw notProvided(image, reply.message);
  }

  async function pull(image: string, key: string): Promise<void> {
    const progress = createProgress(image, key, log);
    const { signal } = ending;
    let error: string | undefined;
    const request = {
      method: 'POST' as const,
      path: '/images/create',
      query: toQuery(image),
      signal,
      limitMs: PULL_SILENCE_MS,
      silenceMs: PULL_SILENCE_MS,
    };
    const reply = await engine.follow(request, (value) => {
      const line = parsePullProgress(value);
      error ??= line.error;
      progress.take(line);
    });
    error ??= reply.status === 200 ? undefined : reply.message;
    if (error !== undefined) throw notProvided(image, error);
    log.write('info', `Image "${image}" was pulled.`, key);
  }

  function pullOnce(image: string, key: string): Promise<void> {
    const pulling = pulls.get(image) ?? pull(image, key).finally(() => pulls.delete(image));
    pulls.set(image, pulling);
    return pulling;
  }

  return {
    async provide({ image, pull: policy }, key, signal) {
      const isPresent = policy !== 'always' && (await isThere(image, signal));
      if (isPresent) return;
      if (policy === 'never') {
        const message = `image "${image}" is not on this machine, and "pull" is "never". Pull it by hand: docker pull ${image}`;
        throw new ToolyardError('server-start-failed', message);
      }
      await orAborted(pullOnce(image, key), signal, () => stillPulling(image, signal));
    },
    stop: () => ending.abort(),
  };
}

/** Without a tag the engine would pull all of them. */
function toQuery(image: string): Record<string, string> {
  const [name = '', digest] = image.split('@');
  if (digest !== undefined) return { fromImage: name.replace(/:[^:/]+$/, ''), tag: digest };
  const [, repository = name, tag = 'latest'] = /^(.*?)(?::([^:/]+))?$/.exec(name) ?? [];
  return { fromImage: repository, tag };
}

function notProvided(image: string, why: string): ToolyardError {
  const reason = why === '' ? 'the engine gave no reason' : why.replace(/\.$/, '');
  const message = `image "${image}" is not on this machine and could not be pulled: ${reason}. Check "image", or pull it by hand: docker pull ${image}`;
  return new ToolyardError('server-start-failed', message);
}

/** Tells of a pull now and then: the engine itself does several times a second, for each layer. */
function createProgress(image: string, key: string, log: Log): { take(line: PullProgress): void } {
  const layers = new Map<string, PullProgress>();
  let toldAt: number | undefined;
  return {
    take(line) {
      const { layer } = line;
      if (layer !== undefined && line.total > 0 && layers.size < MOST_LAYERS) layers.set(layer, line);
      const now = performance.now();
      if (toldAt !== undefined && now - toldAt < TOLD_EVERY_MS) return;
      const isFirst = toldAt === undefined;
      toldAt = now;
      const sum = (name: 'current' | 'total'): number =>
        Math.round([...layers.values()].reduce((total, layer) => total + layer[name], 0) / MEGABYTE);
      const soFar = isFirst ? '' : ` (${sum('current')} of ${sum('total')} MB)`;
      log.write('info', `Image "${image}" is being pulled${soFar}.`, key);
    },
  };
}

/** The pull goes on for whoever asks next. */
function stillPulling(image: string, signal: AbortSignal): ToolyardError {
  const message = `image "${image}" was still being pulled when the start timed out. The pull continues; try again later, or raise "startTimeoutMs".`;
  return new ToolyardError('server-start-failed', message, { cause: signal.reason });
}
