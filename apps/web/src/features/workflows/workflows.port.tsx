export type { EditorParts } from './editor/parts.ts'
export { WorkflowPage } from './WorkflowPage.tsx'
export type { Workflow } from './workflow.ts'
