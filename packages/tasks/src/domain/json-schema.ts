/** The kinds of JSON value that our schemas tell apart. */
export type JsonType = 'string' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** The part of JSON Schema 2020-12 that is used here, by REST validation, OpenAPI and the MCP tools alike. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly additionalProperties?: false;
  readonly default?: string | number | boolean;
}
