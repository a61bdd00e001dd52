import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import { NOTE_PARAMETERS } from './note-parameters.ts';

/** What is sent to Anthropic in the middle of a conversation. */
export const ANTHROPIC_REQUEST = {
  model: 'claude-sonnet-4-5',
  max_tokens: 64000,
  system: [
    {
      type: 'text',
      text: 'Be brief.',
      cache_control: {
        type: 'ephemeral',
      },
    },
  ],
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'Hello?',
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: 'Hello.',
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'What is this?',
        },
        {
          type: 'image',
          source: {
            type: 'base64',
            media_type: 'image/png',
            data: 'iVBORw0KGgo=',
          },
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'thinking',
          thinking: 'Two at once.',
          signature: 'c2lnbmF0dXJl',
        },
        {
          type: 'text',
          text: 'Looking.',
        },
        {
          type: 'tool_use',
          id: 'call_0_0',
          name: 'everything__echo',
          input: {
            message: 'a',
          },
          caller: {
            type: 'direct',
          },
        },
        {
          type: 'tool_use',
          id: 'call_0_1',
          name: 'my_notes__read_note',
          input: {
            path: 'b.md',
          },
          caller: {
            type: 'direct',
          },
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'call_0_0',
          content: [
            {
              type: 'text',
              text: 'result of call_0_0',
            },
            {
              type: 'image',
              source: {
                type: 'base64',
                media_type: 'image/png',
                data: 'iVBORw0KGgo=',
              },
            },
          ],
        },
        {
          type: 'tool_result',
          tool_use_id: 'call_0_1',
          content: 'result of call_0_1',
          is_error: true,
          cache_control: {
            type: 'ephemeral',
          },
        },
      ],
    },
  ],
  tools: [
    {
      name: 'everything__echo',
      description: 'Says it again',
      input_schema: {
        type: 'object',
        properties: {
          message: {
            type: 'string',
          },
        },
        required: ['message'],
      },
    },
    {
      name: 'my_notes__read_note',
      description: 'Reads a note',
      input_schema: NOTE_PARAMETERS,
    },
  ],
  stream: true,
} satisfies MessageCreateParamsStreaming;
