/** A text as YAML reads it back: in quotes where it could be something else. */
export function toYamlScalar(text: string): string {
  const isPlain = /^[A-Za-z](?:[\w./ -]*[\w./-])?$/.test(text) && !/^(?:true|false|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
