import type { McpCaller } from '../mcp-caller.ts';
import { bulkUpdateTasksTool } from './bulk-update-tasks-tool.ts';
import { listTagsTool, taskSummaryTool } from './count-tools.ts';
import { createTaskTool } from './create-task-tool.ts';
import { listTasksTool } from './list-tasks-tool.ts';
import { deleteTaskTool, getTaskTool, markTaskCompletedTool, reopenTaskTool } from './one-task-tools.ts';
import type { TaskTool } from './task-tool.ts';
import { updateTaskTool } from './update-task-tool.ts';

/** All tools, in the order in which clients see them. */
export const TASK_TOOLS: readonly TaskTool[] = [
  listTasksTool,
  createTaskTool,
  updateTaskTool,
  deleteTaskTool,
  markTaskCompletedTool,
  getTaskTool,
  reopenTaskTool,
  bulkUpdateTasksTool,
  listTagsTool,
  taskSummaryTool,
];

/** The tools that a caller may use; one who has proved nothing yet may become anybody, and sees all. */
export function selectTaskTools(caller: McpCaller): readonly TaskTool[] {
  return caller.kind === 'bound' ? TASK_TOOLS.filter(({ scope }) => caller.scopes.includes(scope)) : TASK_TOOLS;
}
