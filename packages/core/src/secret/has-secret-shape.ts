const SECRET_SHAPE = /^(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|ya29|AKIA|ASIA|eyJ)[-_A-Za-z0-9.]{8,}$/;

/** Whether a text looks like a key that a service gave out. */
export function hasSecretShape(text: string): boolean {
  return SECRET_SHAPE.test(text);
}
