import type { Clock } from '@toolyard/core';
import { knownServersOf, type RecalledTools } from '@toolyard/host';
import type { Folder } from '../folder/folder.ts';

/** What notes of a folder are read and helped by: the yard where it is open, else what files tell. It starts nothing. */
export interface KnownNotes {
  /** As it is known now; the first use reads files, and what they tell is known a moment later. */
  current(): RecalledTools;
  /** Hears nothing of the folder any more. */
  close(): void;
}

/** What it depends on. */
export interface KnownNotesOptions {
  readonly folder: Pick<Folder, 'onChange' | 'openedYard'>;
  /** Reads files; `undefined` where they are wrong, and then what was known before counts. */
  read(): Promise<RecalledTools | undefined>;
  readonly clock: Pick<Clock, 'after'>;
  /** Told when something else is known. */
  onChange(): void;
}

/** Hooks that run change the state of a folder many times in a second; files are read at most once in this time. */
const REST_MS = 1000;

const NOTHING: RecalledTools = { servers: [], bindings: [], catalogue: { listOf: () => [], find: () => undefined } };

/** Knows nothing until it is first asked. */
export function createKnownNotes({ folder, read, clock, onChange }: KnownNotesOptions): KnownNotes {
  let last = NOTHING;
  let isStale = true;
  let isReading = false;
  let isAsked = false;
  let told = toMark(NOTHING);
  let stopResting: (() => void) | undefined;
  let isClosed = false;

  function find(): RecalledTools {
    const used = folder.openedYard();
    if (used === undefined) return last;
    const { yard, configuration, place } = used;
    return {
      ...(place.file !== undefined && { file: place.file }),
      servers: knownServersOf(yard),
      bindings: configuration.settings.bindings ?? [],
      catalogue: yard.catalogue,
    };
  }

  function tell(): void {
    const mark = toMark(find());
    if (mark === told) return;
    told = mark;
    onChange();
  }

  async function look(): Promise<void> {
    if (!isStale || isReading || isClosed || folder.openedYard() !== undefined) return;
    [isStale, isReading] = [false, true];
    // Help is worth no notice: where nothing can be read, nothing more is known.
    last = (await read().catch(() => undefined)) ?? last;
    if (isClosed) return;
    tell();
    stopResting = clock.after(REST_MS, () => {
      isReading = false;
      void look();
    });
  }

  const stop = folder.onChange(() => {
    isStale = true;
    if (!isAsked) return;
    tell();
    void look();
  });
  return {
    current() {
      isAsked = true;
      void look();
      return find();
    },
    close() {
      isClosed = true;
      stop();
      stopResting?.();
    },
  };
}

/** The same as long as nothing changed that people would see. */
function toMark({ servers, bindings, catalogue }: RecalledTools): string {
  return JSON.stringify([servers, bindings, servers.map(({ key }) => catalogue.listOf('tools', key).length)]);
}
