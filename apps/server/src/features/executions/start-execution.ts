import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { loadPlan } from './execution-plans.store.ts'
import { buildExecutionStart } from './executions.store.ts'
import { addFiles, type StartedExecution } from './files/add-files.ts'
import { pushExecutionStarted } from './files/push-progress.ts'

type StartExecutionOptions = {
  readonly workflowId: string
  readonly executionId: string
  readonly uploads: readonly Upload[]
  /** Whether the files are only added and wait for the next step. */
  readonly isByStep?: boolean
}

/** Gives a waiting execution its files and runs them. Throws 400 when it was started before. */
export async function startExecution(
  ctx: Context,
  tenant: Tenant,
  { workflowId, executionId, uploads, isByStep = false }: StartExecutionOptions,
): Promise<StartedExecution> {
  const startedExecution = await addFiles(ctx, tenant, {
    workflowId,
    uploads,
    isAwaited: true,
    isByStep,
    buildExecutionStatement: (counts) =>
      buildExecutionStart(tenant, executionId, { ...counts, isByStep }),
    loadPlan: (execution) => {
      pushExecutionStarted(ctx, tenant, execution)
      return loadPlan(tenant, execution)
    },
  })
  if (!startedExecution) throw badRequest('The execution has already been started.')
  return startedExecution
}
