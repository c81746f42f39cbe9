/** The door of this room: all that other rooms may use. */

export { uploadDocuments } from './documents/upload-documents.ts'
export { countProjects } from './projects/count-projects.ts'
export { createProject } from './projects/create-project.ts'
export { listProjects } from './projects/list-projects.ts'
export { createPrompt } from './prompts/create-prompt.ts'
export { runPrompt } from './runs/run-prompt.ts'
export { exportTool } from './tools/export-tool.ts'
export { findTool, listTools, mayUseTool, toolNames } from './tools/find-tool.ts'
export {
  runTool,
  type ToolResult,
  type ToolResultMetadata,
  type ToolRun,
} from './tools/run-tool.ts'
export type { Tool, ToolMetadata } from './tools/tool.ts'
export { toolSpec } from './tools/tool-spec.ts'
