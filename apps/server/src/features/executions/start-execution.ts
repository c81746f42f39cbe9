import { randomUUID } from 'node:crypto'
import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { storeDocuments } from '../documents/documents.port.ts'
import { runFileJob } from './executions.jobs.ts'
import { beginExecution } from './executions.store.ts'
import { insertFileExecutions, type NewFileExecution } from './file-executions.store.ts'

type Needs = Pick<Context, 'db' | 'files' | 'jobs'>
type Input = { readonly executionId: string; readonly uploads: readonly Upload[] }

/**
 * Gives a waiting execution its files and asks for one job each, in one transaction: either all is
 * stored, or nothing is. The same content twice in one request is one file.
 */
export async function startExecution(
  ctx: Needs,
  tenant: Tenant,
  { executionId, uploads }: Input,
): Promise<void> {
  const distinct = [...new Map(uploads.map((upload) => [upload.hash, upload])).values()]
  await inTransaction(tenant, async (within) => {
    if (!(await beginExecution(within, executionId, distinct.length))) {
      throw badRequest('The execution has been started before.')
    }
    await storeDocuments(ctx, within, distinct)
    const rows = distinct.map((upload) => asRow(upload, executionId))
    await insertFileExecutions(within, rows)
    for (const { id } of rows) {
      const { organizationId, db } = within
      const payload = { organizationId, executionId, fileExecutionId: id }
      await ctx.jobs.enqueue(runFileJob, payload, { key: `run-file:${id}`, organizationId, db })
    }
  })
}

function asRow(upload: Upload, executionId: string): NewFileExecution & { id: string } {
  return {
    id: randomUUID(),
    executionId,
    fileName: upload.name,
    fileSize: upload.size,
    fileHash: upload.hash,
    mimeType: upload.mimeType,
    status: 'PENDING',
  }
}
