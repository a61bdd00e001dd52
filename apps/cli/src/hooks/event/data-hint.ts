/** What to do where a hook wants a value that the event of a command does not have. */
export const DATA_HINT = 'Values of the event are given with --data name=value.';
