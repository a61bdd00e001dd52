import { createRedactor } from '@toolyard/core';

/** Takes secrets out of texts; a yard may get other servers, with other secrets, during a conversation. */
export function createToolRedactor(secretsNow: () => readonly string[]): (text: string) => string {
  let known = '';
  let redact = createRedactor([], Infinity);
  return (text) => {
    const secrets = secretsNow();
    const now = JSON.stringify(secrets);
    if (now !== known) redact = createRedactor(secrets, Infinity);
    known = now;
    return redact(text);
  };
}
