const SECRET_NAME =
  /(^|[-_.])(api[-_]?key|access[-_]?key|key|token|secret|password|passwd|pwd|auth|authorization|credentials?)$/i;
const SECRET_VALUE =
  /^(sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|ya29|AKIA|ASIA|eyJ)[-_A-Za-z0-9.]{8,}$|^(Bearer|Basic|token) .+$/;
const MASK = '***';

/** The words of a command line with everything that looks like a secret replaced by `***`. */
export function maskWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const before = words[index - 1];
    const follows = before !== undefined && before.startsWith('-') && !before.includes('=') && isSecretName(before);
    return follows && !word.startsWith('-') ? MASK : maskWord(word);
  });
}

/** A URL without its password and without the values of parameters that are named like secrets. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return maskWord(text);
  const url = new URL(text);
  if (url.username === '' && url.password === '' && url.search === '') return text;
  if (url.password !== '') url.password = MASK;
  for (const [name, value] of url.searchParams) {
    if (isSecretName(name) || looksSecret(value)) url.searchParams.set(name, MASK);
  }
  return url.href;
}

function maskWord(word: string): string {
  const equals = word.indexOf('=');
  if (equals > 0) {
    const name = word.slice(0, equals);
    const value = word.slice(equals + 1);
    return isSecretName(name) || looksSecret(value) ? `${name}=${MASK}` : word;
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word)) return maskUrl(word);
  return looksSecret(word) ? MASK : word;
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function looksSecret(value: string): boolean {
  if (SECRET_VALUE.test(value)) return true;
  // Long runs of mixed letters and digits without any word shape are keys far more often than anything else.
  return /^[A-Za-z0-9+/_-]{32,}={0,2}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && !/^[/.]/.test(value);
}
