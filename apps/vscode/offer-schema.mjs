/** What only refuses values, and offers none. */
const REFUSALS = new Set([
  'type',
  'required',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'not',
  'propertyNames',
]);

/**
 * A JSON Schema that offers keys, words and descriptions and refuses nothing. The extension itself tells what is wrong with a hooks file, with
 * more than a schema can know; an editor that checked the schema as well would tell most of it twice.
 */
export function toOfferSchema(schema) {
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (REFUSALS.has(keyword)) return [];
    // It decides what goes with the words that are there, so it has to stay as it is.
    if (keyword === 'if') return [[keyword, value]];
    if (keyword === 'enum') return [['examples', value]];
    if (keyword === 'const') return [['examples', [value]]];
    if (keyword === 'properties') {
      return [
        [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toOfferSchema(inner)]))],
      ];
    }
    if (keyword === 'additionalProperties') return value === false ? [] : [[keyword, toOfferSchema(value)]];
    if (keyword === 'allOf' || keyword === 'anyOf') return [[keyword, value.map(toOfferSchema)]];
    if (keyword === 'items' || keyword === 'then') return [[keyword, toOfferSchema(value)]];
    return [[keyword, value]];
  });
  return Object.fromEntries(entries);
}
