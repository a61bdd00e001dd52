import { randomUUID } from 'node:crypto';

/**
 * The sessions of notes, by the full path of a note: all runs of one note count in one session for as long as this is kept,
 * such as one command, or one load of a plugin.
 */
export function createNoteSessions(): (file: string) => string {
  const sessions = new Map<string, string>();
  return (file) => {
    const session = sessions.get(file) ?? `run-${randomUUID()}`;
    sessions.set(file, session);
    return session;
  };
}
