export { WorkflowPage } from './WorkflowPage.tsx'
