/** What the names of environment variables may be. */
export const VARIABLES: { readonly keys: RegExp; readonly keysAre: string } = {
  keys: /^[^=\p{Cc}]+$/u,
  keysAre: 'a name without "="',
};
