/** The hidden command that the scripts ask. */
export const COMPLETE_COMMAND = '__complete';

/** The shells that can be helped. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of the shells. */
export type Shell = (typeof SHELLS)[number];
