const MAX_LENGTH = 64;

/** An id for a hook of this name that none of the others has: `Post a message!` becomes `post-a-message`, or `post-a-message-2`. */
export function toHookId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const id = trim(plain.slice(0, MAX_LENGTH));
  if (id === '' || !taken.includes(id)) return id;
  for (let count = 2; ; count += 1) {
    const ending = `-${count}`;
    const next = `${trim(id.slice(0, MAX_LENGTH - ending.length))}${ending}`;
    if (!taken.includes(next)) return next;
  }
}

function trim(text: string): string {
  return text.replaceAll(/^-+|-+$/g, '');
}
