/** The door of this room: all that other rooms may use. */
export { exportTool } from './export-tool.ts'
export { findTool, listTools, mayUseTool, toolNames } from './find-tool.ts'
export { runTool, type ToolRun } from './run-tool.ts'
export type { Tool } from './tool.ts'
export { toolSpec } from './tool-spec.ts'
export { withProfile } from './with-profile.ts'
