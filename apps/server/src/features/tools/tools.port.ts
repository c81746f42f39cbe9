/** The door of this room: all that other rooms may use. */
export { builtInProblem } from './built-in/built-in-tools.ts'
export { takesEarlier } from './built-in/takes-earlier.ts'
export { isBuiltIn } from './built-in-names.ts'
export { exportTool } from './export-tool.ts'
export { findTool, listTools, mayUseTool, toolNames } from './find-tool.ts'
export { compareAnew } from './judge-answers.ts'
export type { ToolResult } from './present-result.ts'
export { runTool } from './run-tool.ts'
export { runValuesOf } from './run-values.ts'
export type { Tool } from './tool.ts'
export { maskingRulesOf, openSettingsOf } from './tool-metadata.ts'
export type { CompareDocument, ToolRun } from './tool-run.ts'
export { type ToolSpec, toolSpec } from './tool-spec.ts'
export { readComparison } from './verifications/comparison.ts'
export {
  describe as describeVerified,
  junitOf,
  type ReportedValue,
} from './verifications/junit-of.ts'
export { verifyDocument } from './verifications/verify-document.ts'
export { withProfile } from './with-profile.ts'
