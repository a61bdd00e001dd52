import type { PlacedProblem } from '@toolyard/core';

/** In which of its two formats a hooks file is written. */
export type HooksFormat = 'json' | 'yaml';

/** One thing that is wrong with a hooks file. */
export type HooksProblem = PlacedProblem;
