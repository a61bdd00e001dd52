/** Who says a message of a note. */
export type MessageRole = 'system' | 'user' | 'assistant';

/** The words that start messages in notes, between `#` and `:`; in any case. */
export type MessageNames = Readonly<Record<MessageRole, string>>;

/** What messages are called where nobody chose other words. */
export const MESSAGE_NAMES: MessageNames = { system: 'System', user: 'User', assistant: 'Assistant' };

/** Reads the start of a line as that of a message; both kinds of colons count, and spaces before them do not. */
export function createMessageReader(
  names: MessageNames,
): (line: string) => { role: MessageRole; length: number } | undefined {
  const roles: readonly (readonly [MessageRole, string])[] = [
    ['system', names.system.toLowerCase()],
    ['user', names.user.toLowerCase()],
    ['assistant', names.assistant.toLowerCase()],
  ];
  return (line) => {
    const found = /^#([^\s#:：\\][^:：]{0,63})[:：][ \t]?/.exec(line);
    const word = found?.[1]?.trimEnd().toLowerCase();
    const role = roles.find(([, name]) => name === word)?.[0];
    return found === null || role === undefined ? undefined : { role, length: found[0].length };
  };
}

/** What is wrong with the names that somebody chose; empty where they can be used. */
export function checkMessageNames(names: MessageNames): readonly string[] {
  const all = [names.system, names.user, names.assistant];
  const wrong = all.filter((name) => !/^[^\s#:：\\](?:[^:：\r\n]{0,62}[^\s:：])?$/.test(name));
  const problems = wrong.map(
    (name) => `${JSON.stringify(name)} cannot start messages: use 1 to 64 characters without a colon`,
  );
  const isTwice = new Set(all.map((name) => name.toLowerCase())).size < all.length;
  return isTwice ? [...problems, 'Two kinds of messages have the same name'] : problems;
}
