export { WorkflowPage } from './WorkflowPage.tsx'
export type { Workflow } from './workflow.ts'
