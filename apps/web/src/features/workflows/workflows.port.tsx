export type { EditorParts } from './editor/parts.ts'
export { ToolIcon } from './panel/ToolIcon.tsx'
export type { WorkflowTool } from './tool.ts'
export { WorkflowPage } from './WorkflowPage.tsx'
export type { Workflow, WorkflowEnd } from './workflow.ts'
export {
  endSchema,
  endsOfWorkflow,
  toolList,
  useDeleteWorkflow,
  workflow,
  workflowList,
} from './workflows.queries.ts'
