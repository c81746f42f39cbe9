export { DeployWorkflow } from './DeployWorkflow.tsx'
export { WorkflowDeployments } from './WorkflowDeployments.tsx'
