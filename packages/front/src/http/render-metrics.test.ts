import { expect, it } from 'vitest';
import { renderMetrics } from './render-metrics.ts';

const NO_CALLS = { success: 0, error: 0, timeout: 0, cancelled: 0 };

it('is complete without a yard', () => {
  const text = renderMetrics({ yard: undefined, calls: { ...NO_CALLS, timeout: 2 }, sessions: 3, uptimeMs: 61_999 });
  expect(text).toContain('# TYPE toolyard_calls_total counter\n');
  expect(text).toContain('toolyard_calls_total{outcome="timeout"} 2\n');
  expect(text).toContain('toolyard_servers{state="auto-disabled"} 0\n');
  expect(text).toContain('toolyard_sessions 3\n');
  expect(text).toContain('toolyard_uptime_seconds 61\n');
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"\})? \d+)$/);
  }
});
