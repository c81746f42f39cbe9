export { DeployWorkflow } from './DeployWorkflow.tsx'
export { DeployProject } from './project/DeployProject.tsx'
export { WorkflowDeployments } from './WorkflowDeployments.tsx'
