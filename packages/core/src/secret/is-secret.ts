const SECRET_NAME =
  /secret|passw(?:or)?d|passphrase|token|credential|cookie|authorization|(?:key|pass|pwd|auth|dsn|pat)$/i;
const SECRET_SHAPE = /^(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|ya29|AKIA|ASIA|eyJ)[-_A-Za-z0-9.]{8,}$/;

/** Whether what has this name is probably a secret: `API_KEY`, `--token`, `password`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Whether a text has the form of a well-known kind of secret, such as a token of GitHub. */
export function isSecretShape(text: string): boolean {
  return SECRET_SHAPE.test(text);
}
