/** A form as a person sends it who leaves what stands there, and says yes to the rest. */
export function fillIn({ properties = {} }) {
  const filled = Object.entries(properties).map(([name, { type, default: given }]) => [
    name,
    given ?? (type === 'boolean' ? true : undefined),
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}
