import { notFound } from '../../platform/app-error.ts'
import { type ExecutionRow, findExecution } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'

type ExecutionRequest = { readonly caller: DeploymentCaller; readonly executionId: string }

/**
 * Loads an execution of the deployment that the key opens; 404 for any other. The column
 * `pipeline_id` holds the id of the deployment.
 */
export async function getExecutionOfDeployment({
  caller,
  executionId,
}: ExecutionRequest): Promise<ExecutionRow> {
  const execution = await findExecution(caller.tenant, executionId)
  if (execution?.pipeline_id !== caller.deployment.id) throw notFound('execution')
  return execution
}
