import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { beginExecution, findHeldExecution } from './executions.store.ts'
import { addFiles } from './files/add-files.ts'

type Input = { readonly executionId: string; readonly uploads: readonly Upload[] }

/** Gives a waiting execution its files and runs them. 400 when it has been started before. */
export function startExecution(ctx: Context, tenant: Tenant, { executionId, uploads }: Input) {
  return addFiles(ctx, tenant, {
    uploads,
    async prepare(within, counts) {
      if (!(await beginExecution(within, executionId, counts))) {
        throw badRequest('The execution has been started before.')
      }
      return findHeldExecution(within, executionId)
    },
  })
}
