import { dirname, relative, sep } from 'node:path';
import type { Yard } from '@toolyard/core';
import type { BindableServer } from '@toolyard/documents';
import type { UsedYard } from '../yard/use-yard.ts';

/** The yard that the tools of notes are on, as `openYard` and `useYard` give it. */
export type NoteYard = Pick<UsedYard, 'yard' | 'caller' | 'configuration' | 'gone'> & {
  /** Where the configuration is: absent for the built-in one. */
  readonly place: Pick<UsedYard['place'], 'file'>;
};

/** A note's path as bindings know it: from the folder of the configuration, else from `cwd`, with `/`. */
export function toNotePath(file: string, { place, cwd }: { place: NoteYard['place']; cwd: string }): string {
  return relative(place.file === undefined ? cwd : dirname(place.file), file).replaceAll(sep, '/');
}

/** The servers of a yard as notes know them. */
export function knownServersOf(yard: Pick<Yard, 'servers'>): readonly BindableServer[] {
  return yard.servers().map(({ key, state }) => ({
    key,
    enabled: state !== 'disabled',
    isGivenUp: state === 'auto-disabled' || state === 'failed',
  }));
}
