import type { UsageLimits } from '@toolyard/assistant';
import type { Settings } from '@toolyard/core';

/** How much the configuration lets a conversation use. */
export function toUsageLimits(
  settings: Pick<Settings, 'conversationTokenLimit' | 'conversationCostLimit'>,
): UsageLimits {
  const { conversationTokenLimit: tokens = -1, conversationCostLimit: cost } = settings;
  return { cost, ...(tokens === -1 ? {} : { tokens }) };
}
