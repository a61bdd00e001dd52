/** Keywords under which schemas stand by name. */
export const SCHEMA_RECORDS = ['properties', 'patternProperties', '$defs', 'definitions'] as const;

/** Keywords under which a list of schemas stands. */
export const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Keywords under which one schema stands. */
export const SCHEMA_SINGLES = [
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
] as const;
