/** The public entry of this feature module. */

export { buildCallBodies } from './call-body.ts'
export { createWorkflow } from './create-workflow.ts'
export { deleteAbandonedDraft } from './delete-workflow.ts'
export { assertMayDeploy } from './deploy-right.ts'
export { publishOnFirstDeployment, withdrawIfNotDeployed } from './edit-workflow.ts'
export { type EndpointLabel, loadEndpointLabels } from './endpoint-labels.ts'
export {
  columnModes,
  type FileDestination,
  type FileSource,
  parseFileDestination,
  parseFileSource,
  parseHttpDestination,
  parseTableDestination,
  type TableDestination,
} from './endpoint-settings.ts'
export {
  findRunnableWorkflow,
  type RunnableWorkflow,
  type WorkflowVersionKind,
} from './find-runnable.ts'
export {
  findMatchedFields,
  findWorkflowFields,
  findWorkflowProject,
  type WorkflowFields,
} from './find-workflow-tool.ts'
export { getWorkflow, getWorkflowToChange } from './get-workflow.ts'
export { itemNumberColumn, type LineTable, listFileColumns } from './line-tables.ts'
export { listEndpointsOfWorkflow } from './list-endpoints.ts'
export {
  fieldOf,
  findCommonKind,
  listFieldsOf,
  listTypes,
  type ReadList,
  readList,
} from './read-list.ts'
export { recordWorkflow } from './record-workflow.ts'
export { findLineTableRefusal, findNameProblem, measureName, parseTableName } from './table-name.ts'
export { addToolInstance } from './tool-instances/add-tool-instance.ts'
export { findToolStepIds } from './tool-instances.store.ts'
export { updateEndpoint } from './update-endpoint.ts'
export { findWorkflowNamesById, listAllWorkflowNames } from './workflow-names.ts'
export { withdrawReviewsJob } from './workflows.jobs.ts'
export type { WorkflowRow } from './workflows.store.ts'
