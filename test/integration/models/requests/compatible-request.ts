import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { NOTE_PARAMETERS } from './note-parameters.ts';

/** With what DeepSeek, vLLM and others added: the reasoning that a model wrote. */
interface CompatibleRequest extends ChatCompletionCreateParamsStreaming {
  messages: (ChatCompletionMessageParam & { reasoning_content?: string })[];
}

/** What is sent to compatible servers in the middle of a conversation. */
export const COMPATIBLE_REQUEST = {
  model: 'qwen-vl',
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
      content: [
        {
          type: 'text',
          text: 'What is this?',
        },
        {
          type: 'image_url',
          image_url: {
            url: 'data:image/png;base64,iVBORw0KGgo=',
          },
        },
      ],
    },
    {
      role: 'assistant',
      content: 'Looking.',
      reasoning_content: 'Two at once.',
      tool_calls: [
        {
          id: 'call_0_0',
          type: 'function',
          function: {
            name: 'everything__echo',
            arguments: '{"message":"a"}',
          },
        },
        {
          id: 'call_0_1',
          type: 'function',
          function: {
            name: 'my_notes__read_note',
            arguments: '{"path":"b.md"}',
          },
        },
      ],
    },
    {
      role: 'tool',
      tool_call_id: 'call_0_0',
      content: 'result of call_0_0',
    },
    {
      role: 'tool',
      tool_call_id: 'call_0_1',
      content: 'Error: result of call_0_1',
    },
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'The images that the tools returned:',
        },
        {
          type: 'image_url',
          image_url: {
            url: 'data:image/png;base64,iVBORw0KGgo=',
          },
        },
      ],
    },
  ],
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
        parameters: NOTE_PARAMETERS,
      },
    },
  ],
  stream: true,
  stream_options: {
    include_usage: true,
  },
} satisfies CompatibleRequest;
