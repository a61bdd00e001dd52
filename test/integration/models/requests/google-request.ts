import type { GoogleRequestBody } from '@toolyard/testing';

/** What is sent to Google in the middle of a conversation. */
export const GOOGLE_REQUEST = {
  generationConfig: {},
  contents: [
    {
      role: 'user',
      parts: [
        {
          text: 'Hello?',
        },
      ],
    },
    {
      role: 'model',
      parts: [
        {
          text: 'Hello.',
        },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          text: 'What is this?',
        },
        {
          inlineData: {
            mimeType: 'image/png',
            data: 'iVBORw0KGgo=',
          },
        },
      ],
    },
    {
      role: 'model',
      parts: [
        {
          text: 'Two at once.',
          thought: true,
        },
        {
          text: 'Looking.',
        },
        {
          functionCall: {
            id: 'call_0_0',
            name: 'everything__echo',
            args: {
              message: 'a',
            },
          },
          thoughtSignature: 'c2lnbmF0dXJl',
        },
        {
          functionCall: {
            id: 'call_0_1',
            name: 'my_notes__read_note',
            args: {
              path: 'b.md',
            },
          },
        },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          functionResponse: {
            id: 'call_0_0',
            name: 'everything__echo',
            response: {
              name: 'everything__echo',
              content: 'result of call_0_0',
            },
            parts: [
              {
                inlineData: {
                  mimeType: 'image/png',
                  data: 'iVBORw0KGgo=',
                },
              },
            ],
          },
        },
        {
          functionResponse: {
            id: 'call_0_1',
            name: 'my_notes__read_note',
            response: {
              name: 'my_notes__read_note',
              content: 'Error: result of call_0_1',
            },
          },
        },
      ],
    },
  ],
  systemInstruction: {
    parts: [
      {
        text: 'Be brief.',
      },
    ],
  },
  tools: [
    {
      functionDeclarations: [
        {
          name: 'everything__echo',
          description: 'Says it again',
          parameters: {
            required: ['message'],
            type: 'object',
            properties: {
              message: {
                type: 'string',
              },
            },
          },
        },
        {
          name: 'my_notes__read_note',
          description: 'Reads a note',
          parameters: {
            required: ['path'],
            type: 'object',
            properties: {
              path: {
                description: 'Where it is',
                type: 'string',
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
          },
        },
      ],
    },
  ],
} satisfies GoogleRequestBody;
