/** The schema of a tool as it goes to providers that take it as it is, but for its dialect and for lists that say nothing of their items. */
export const NOTE_PARAMETERS = {
  type: 'object' as const,
  properties: {
    path: {
      $ref: '#/$defs/path',
    },
    lines: {
      type: 'array',
      items: {},
    },
    mode: {
      oneOf: [
        {
          const: 'all',
        },
        {
          type: 'integer',
          exclusiveMinimum: 0,
        },
      ],
    },
  },
  required: ['path'],
  additionalProperties: false,
  $defs: {
    path: {
      type: 'string',
      format: 'uri',
      description: 'Where it is',
    },
  },
};
