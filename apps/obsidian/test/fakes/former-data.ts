const HEALTH = { enabled: false, failureCount: 0, autoDisabled: false };

/** Settings in the form that the data model of the plugin's origin has. */
export const FORMER_DATA = {
  mcpServers: [
    {
      id: '1',
      name: 'time',
      transport: 'stdio',
      deploymentType: 'managed',
      dockerConfig: { image: 'mcp/time', containerName: 'time' },
      ...HEALTH,
      sectionBindings: [{ sectionType: 'heading', headingText: '# Note', serverId: '1', inheritToChildren: true }],
    },
    {
      id: '2',
      name: 'web',
      transport: 'sse',
      deploymentType: 'external',
      sseConfig: { url: 'http://127.0.0.1:9/sse' },
      ...HEALTH,
      sectionBindings: [],
    },
  ],
  mcpGlobalTimeout: 30_000,
  mcpConcurrentLimit: 25,
  mcpSessionLimit: 25,
} as const;
