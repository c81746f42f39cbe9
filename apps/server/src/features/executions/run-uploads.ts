import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { createExecution } from './create-execution.ts'
import { addFiles } from './files/add-files.ts'
import { planExecution } from './plan-execution.ts'

type Input = {
  readonly workflowId: string
  readonly deployment: { readonly id: string; readonly name: string }
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
  readonly uploads: readonly Upload[]
}

/**
 * Makes an execution of a deployed workflow and runs it on the uploads. A caller who gets none leaves
 * none that waits for ever for its files.
 */
export async function runUploads(
  ctx: Context,
  tenant: Tenant,
  { workflowId, uploads, ...input }: Input,
) {
  const planned = await planExecution(ctx, tenant, workflowId)
  return addFiles(ctx, tenant, {
    uploads,
    async prepare(within, files) {
      const execution = await createExecution(within, { ...input, planned, files, entity: 'API' })
      return { execution, plan: planned.plan }
    },
  })
}
