/** What to do where a hook wants a value that the event of a command does not have. */
export const DATA_HINT = 'Give values of the event with --data name=value.';
