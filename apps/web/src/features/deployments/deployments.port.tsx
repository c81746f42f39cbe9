export { DeployWorkflow } from './DeployWorkflow.tsx'
export { KeysDialog } from './keys/KeysDialog.tsx'
export { DeployProject } from './project/DeployProject.tsx'
export { WorkflowDeployments } from './WorkflowDeployments.tsx'
