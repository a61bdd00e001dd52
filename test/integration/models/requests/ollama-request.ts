import type { ChatRequest, Tool } from 'ollama';

type Parameters = NonNullable<Tool['function']['parameters']>;
type Property = NonNullable<Parameters['properties']>[string];

/** The server reads alternatives too, for which its package has no type. */
interface OllamaRequest extends Omit<ChatRequest, 'tools'> {
  tools: (Omit<Tool, 'function'> & {
    function: Omit<Tool['function'], 'parameters'> & {
      parameters: Omit<Parameters, 'properties'> & { properties: Record<string, Property | { anyOf: Property[] }> };
    };
  })[];
}

/** What is sent to Ollama in the middle of a conversation. */
export const OLLAMA_REQUEST = {
  model: 'llava',
  messages: [
    {
      role: 'system',
      content: 'Be brief.',
    },
    {
      role: 'user',
      content: 'Hello?',
    },
    {
      role: 'assistant',
      content: 'Hello.',
    },
    {
      role: 'user',
      content: 'What is this?',
      images: ['iVBORw0KGgo='],
    },
    {
      role: 'assistant',
      content: 'Looking.',
      thinking: 'Two at once.',
      tool_calls: [
        {
          function: {
            name: 'everything__echo',
            arguments: {
              message: 'a',
            },
          },
        },
        {
          function: {
            name: 'my_notes__read_note',
            arguments: {
              path: 'b.md',
            },
          },
        },
      ],
    },
    {
      role: 'tool',
      tool_name: 'everything__echo',
      content: 'result of call_1',
    },
    {
      role: 'tool',
      tool_name: 'my_notes__read_note',
      content: 'Error: result of call_2',
    },
    {
      role: 'user',
      content: 'The images that the tools returned:',
      images: ['iVBORw0KGgo='],
    },
  ],
  stream: true,
  options: {
    num_ctx: 16384,
  },
  tools: [
    {
      type: 'function',
      function: {
        name: 'everything__echo',
        description: 'Says it again',
        parameters: {
          type: 'object',
          properties: {
            message: {
              type: 'string',
            },
          },
          required: ['message'],
        },
      },
    },
    {
      type: 'function',
      function: {
        name: 'my_notes__read_note',
        description: 'Reads a note',
        parameters: {
          type: 'object',
          properties: {
            path: {
              type: 'string',
              description: 'Where it is',
            },
            lines: {
              type: 'array',
              items: {
                type: 'string',
              },
            },
            mode: {
              anyOf: [
                {
                  type: 'string',
                  enum: ['all'],
                },
                {
                  type: 'integer',
                },
              ],
            },
          },
          required: ['path'],
        },
      },
    },
  ],
} satisfies OllamaRequest;
