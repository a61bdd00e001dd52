import type { LanguageModelV3 } from '@ai-sdk/provider';

/** What is used of a provider package: one request, streamed. */
export type StreamingModel = Pick<LanguageModelV3, 'doStream'>;
