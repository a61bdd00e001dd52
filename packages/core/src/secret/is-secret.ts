/** Part of a name, wherever it stands: `MYTOKEN`, `--passphrase`, `clientSecret`. */
const SECRET_PART =
  /secret|passw|passphrase|passcode|token|credential|cookie|authorization|bearer|(?:api|access|private)[-_]?key/i;
/** The end of a name, also run together with what is before it: `APIKEY`, `PGPASS`, `--auth`; not `monkey` or `bypass`. */
const SECRET_END = /(?:(?<!mon|tur|don|hoc|joc|whis|lac)key|(?<!by|com|tres|sur)pass|pwd|auth)$/i;
/** A word of its own at the end of a name, since many words end like it: `GITHUB_PAT`, `githubPat`, not `--compat`. */
const SECRET_WORD = /(?:^|[^A-Za-z])(?:pat|PAT|pin|PIN|dsn|DSN|jwt|JWT)$|(?:Pat|Pin|Dsn|Jwt)$/;
/** Numbers of tokens that a model reads or writes. */
const TOKEN_COUNT =
  /^(?:.*[^a-z])?(?:max|min|total|input|output|prompt|completion)[-_.]?tokens$|tokens?[-_.]?(?:used|count|limit|left)$/i;

/** What holds the name of a variable, and not its value: `tokenEnv`. */
const NAMES_VARIABLE = /[a-z]Env$/;

/** Where a name of the three kinds above could stand in a text; behind its end stands no other character of a name. */
const ANY_NAME = new RegExp(`${SECRET_PART.source}|(?:key|pass|pwd|auth|pat|pin|dsn|jwt)(?![\\w.-])`, 'i');

/** Forms that are given out by well-known issuers. */
const ISSUED =
  /^(?:(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abeprs])[-_]|ya29\.|AKIA|ASIA|AIza|eyJ)[-_A-Za-z0-9.]{8,}$/;
const WITH_SCHEME = /^\s*(?:bearer|basic|digest|token|apikey)\s+\S+\s*$/i;
/** Long runs without any word shape are keys far more often than anything else. */
const RANDOM =
  /^(?=.*\d)(?=.*[A-Za-z])(?:[A-Za-z0-9]{32,}|(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+_-][A-Za-z0-9+/_-]{31,})={0,2}$/;

/** Whether what has this name is probably a secret: `API_KEY`, `--token`, `password`. */
export function isSecretName(name: string): boolean {
  if (TOKEN_COUNT.test(name) || NAMES_VARIABLE.test(name)) return false;
  return SECRET_PART.test(name) || SECRET_END.test(name) || SECRET_WORD.test(name);
}

/** Whether the name of a secret may stand in a text: a look that is quick, since it is true for more than there are. */
export function mayNameSecret(text: string): boolean {
  return ANY_NAME.test(text);
}

/** Whether a text has the form of a secret: that of a well-known issuer, one behind its scheme, or a long random run. */
export function isSecretShape(text: string): boolean {
  return ISSUED.test(text) || WITH_SCHEME.test(text) || RANDOM.test(text);
}
