import type { EventName } from '@toolyard/hooks';

/** The events that only an editor knows of; files and git are noticed from what is on the disk. */
export const EDITOR_EVENTS: readonly EventName[] = ['task.ended', 'terminal.ended', 'diagnostics.changed'];
