import { notFound } from '../../platform/app-error.ts'
import { type ExecutionRow, findExecution } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'

type Input = { readonly admitted: DeploymentCaller; readonly executionId: string }

/** Of the deployment that the key opens, and of no other. */
export async function getRun({ admitted, executionId }: Input): Promise<ExecutionRow> {
  const execution = await findExecution(admitted.tenant, executionId)
  if (execution?.pipeline_id !== admitted.deployment.id) throw notFound('execution')
  return execution
}
