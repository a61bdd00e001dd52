const actions = new Set();

// The newest first: processes end before the folder goes in which they work.
process.on('exit', () => {
  for (const action of [...actions].toReversed()) action();
});

/** Runs `action` when this process exits, also after Ctrl-C; what it gives back takes that back. */
export function atExit(action) {
  actions.add(action);
  return () => void actions.delete(action);
}
