const SECRET_NAME =
  /secret|passw(?:or)?d|passphrase|token|credential|cookie|authorization|(?:key|pass|pwd|auth|dsn|pat)$/i;

/** Whether what stands under this name is a secret, or may be: rather one too many than one too few. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
