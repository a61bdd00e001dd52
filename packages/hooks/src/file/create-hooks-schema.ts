import { type JsonSchemaDraft7, toObjectSchema } from '@toolyard/core';
import { FILE_FIELDS } from './hook-fields.ts';

/** The JSON Schema of a hooks file, for editors; made from the same tables as the parser. */
export function createHooksSchema(): JsonSchemaDraft7 {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Toolyard hooks',
    // Not keywords of the draft: they tell VS Code's editor what the file may hold.
    allowComments: true,
    allowTrailingCommas: true,
    ...toObjectSchema(FILE_FIELDS, { strict: true }),
  };
}
