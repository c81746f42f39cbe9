import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { getPlan } from './execution-plans.store.ts'
import { executionBeginning } from './executions.store.ts'
import { addFiles, type Started } from './files/add-files.ts'
import { tellOfBeginning } from './files/tell-of-execution.ts'

type Input = {
  readonly workflowId: string
  readonly executionId: string
  readonly uploads: readonly Upload[]
  /** Whether its files are only taken in, and wait for the next step. */
  readonly isByStep?: boolean
}

/** Gives a waiting execution its files and runs them. 400 when it has been started before. */
export async function startExecution(
  ctx: Context,
  tenant: Tenant,
  { workflowId, executionId, uploads, isByStep = false }: Input,
): Promise<Started> {
  const started = await addFiles(ctx, tenant, {
    workflowId,
    uploads,
    isAwaited: true,
    isByStep,
    execution: (counts) => executionBeginning(tenant, executionId, { ...counts, isByStep }),
    planOf: (execution) => {
      tellOfBeginning(ctx, tenant, execution)
      return getPlan(tenant, execution)
    },
  })
  if (!started) throw badRequest('The execution has been started before.')
  return started
}
