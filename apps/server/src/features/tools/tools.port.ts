/** Public entry of this feature: all that other features may import. */

export { checkResultAgain } from './apply-checks.ts'
export { listAddedColumns, matchResultAgain, presentLookups } from './apply-lookups.ts'
export { findBuiltInProblem, usesCachedResult } from './built-in/built-in-tools.ts'
export { describeTool } from './describe-tool.ts'
export { exportTool } from './export-tool.ts'
export { extractRawConfidences, type StoredResult } from './extract-raw-confidences.ts'
export {
  canUseTool,
  findNewestToolVersion,
  findTool,
  findToolOfStep,
  getToolNames,
  listUsableTools,
} from './find-tool.ts'
export { listAdaptersOfTool } from './list-adapters-of-tool.ts'
export type { ToolResult } from './present-tool-result.ts'
export { loadComparison } from './regression-tests/comparison.ts'
export {
  buildJunitReport,
  describeTestedValue,
  type TestedValue,
} from './regression-tests/junit-report.ts'
export { runTestCase } from './regression-tests/run-test-case.ts'
export { runTool } from './run-tool.ts'
export { isBuiltInTool, type Tool } from './tool.ts'
export { toAdHocSettings, toMaskingRules } from './tool-metadata.ts'
export type { CompareDocument } from './tool-run.ts'
export { buildToolSpec, type ToolSpec } from './tool-spec.ts'
export { withProfile } from './with-profile.ts'
