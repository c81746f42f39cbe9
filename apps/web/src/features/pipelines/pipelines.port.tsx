export { DeployPipeline, WorkflowPipelines } from './DeployPipeline.tsx'
