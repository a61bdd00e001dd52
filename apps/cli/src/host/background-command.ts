/** The hidden command that is the yard in the background. */
export const BACKGROUND_COMMAND = 'background';
