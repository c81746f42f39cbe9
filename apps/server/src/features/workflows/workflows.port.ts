/** The door of this room: all that other rooms may use. */

export { createWorkflow } from './create-workflow.ts'
export { findRunnable, type Runnable } from './find-runnable.ts'
export { listEndpointsOf } from './list-endpoints.ts'
export { addToolInstance } from './tool-instances/add-tool-instance.ts'
export { updateEndpoint } from './update-endpoint.ts'
export { workflowNames } from './workflow-names.ts'
