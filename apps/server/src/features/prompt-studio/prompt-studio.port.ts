/** The door of this room: all that other rooms may use. */

export { countProjects } from './projects/count-projects.ts'
export { findTool, listTools, mayUseTool, toolNames } from './tools/find-tool.ts'
export {
  runTool,
  type ToolResult,
  type ToolResultMetadata,
  type ToolRun,
} from './tools/run-tool.ts'
export type { Tool, ToolMetadata } from './tools/tool.ts'
export { toolSpec } from './tools/tool-spec.ts'
