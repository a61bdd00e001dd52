/** Whether a text can name a user: 1 to 200 printable ASCII characters without a space, since it travels in a header. */
export function isUserId(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}
