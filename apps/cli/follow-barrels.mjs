// A package's barrel leads to everything the package has, so names are followed to the files that declare them.
export const STATEMENT = /(import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+['"]([^'"]+)['"];/g;

/** The names of a list between braces. */
export function toNames(list) {
  return list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** Groups the names that a barrel exports by the module each comes from; `text` is the barrel's. */
export function followBarrel(text, names) {
  const places = new Map();
  for (const [, , , list, specifier] of text.matchAll(STATEMENT)) {
    for (const name of toNames(list)) places.set(name, specifier);
  }
  const grouped = new Map();
  for (const name of names) {
    const place = places.get(name.replace(/^type\s+/, '').split(/\s+as\s+/)[0]);
    if (place === undefined) throw new Error(`A barrel exports no ${name}.`);
    grouped.set(place, [...(grouped.get(place) ?? []), name]);
  }
  return [...grouped];
}
