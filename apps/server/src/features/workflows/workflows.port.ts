/** The door of this room: all that other rooms may use. */

export { createWorkflow } from './create-workflow.ts'
export { type EndName, endNames } from './end-names.ts'
export {
  columnModes,
  type FileSource,
  fileDestinationOf,
  fileSourceOf,
  type TableDestination,
  tableDestinationOf,
} from './end-settings.ts'
export { fieldsOfWorkflow, projectOfWorkflow } from './fields-of-workflow.ts'
export { findRunnable, type Runnable, type WhichVersion } from './find-runnable.ts'
export { getWorkflow, getWorkflowToChange } from './get-workflow.ts'
export { listEndpointsOf } from './list-endpoints.ts'
export { addToolInstance } from './tool-instances/add-tool-instance.ts'
export { updateEndpoint } from './update-endpoint.ts'
export { goLive, leaveLive } from './versions/publish-workflow.ts'
export { allWorkflowNames, workflowNames } from './workflow-names.ts'
