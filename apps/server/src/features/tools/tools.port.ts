/** The door of this room: all that other rooms may use. */
export { exportTool } from './export-tool.ts'
export { findTool, listTools, mayUseTool, toolNames } from './find-tool.ts'
export { runTool, type ToolRun } from './run-tool.ts'
export type { Tool } from './tool.ts'
export { questionsOf as questionsOfTool } from './tool-metadata.ts'
export { toolSpec } from './tool-spec.ts'
