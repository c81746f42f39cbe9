import { randomUUID } from 'node:crypto'
import { badRequest } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Upload } from '../../platform/files/upload.ts'
import type { Place } from '../../platform/leases/places.ts'
import { workWaiting } from '../../platform/leases/run-leases.ts'
import { runRow } from '../../platform/leases/run-row.ts'
import { storeDocuments } from '../documents/documents.port.ts'
import { beginExecution, findHeldExecution } from './executions.store.ts'
import { insertFileExecutions, type NewFileExecution } from './file-executions.store.ts'
import { fileWork } from './file-work.ts'
import type { HeldFile } from './leased-files.store.ts'
import { runHeldFile } from './run-file.ts'

type Input = { readonly executionId: string; readonly uploads: readonly Upload[] }

/** What is to be done once the transaction has committed. */
export type StartedExecution = {
  /**
   * Runs the files for which this process has room at once, and lets other workers know of the rest.
   * Returns what resolves when all are through; nothing when some run elsewhere.
   */
  begin(): Promise<void> | undefined
  /** Gives the places back when the transaction was rolled back. */
  cancel(): void
}

type NewFile = NewFileExecution & { readonly id: string }

/**
 * Gives a waiting execution its files, in one transaction: either all is stored, or nothing is. The
 * same content twice in one request is one file.
 */
export async function startExecution(
  ctx: Context,
  tenant: Tenant,
  { executionId, uploads }: Input,
): Promise<StartedExecution> {
  const distinct = [...new Map(uploads.map((upload) => [upload.hash, upload])).values()]
  const places = ctx.places.take(tenant.organizationId, distinct.length)
  const cancel = () => {
    for (const place of places) place.free()
  }
  try {
    return await inTransaction(tenant, async (within) => {
      if (
        !(await beginExecution(within, executionId, {
          files: distinct.length,
          isAtOnce: places.length > 0,
        }))
      ) {
        throw badRequest('The execution has been started before.')
      }
      await storeDocuments(ctx, within, distinct)
      const files = distinct.map((upload, i) => asRow(upload, executionId, places[i]))
      await insertFileExecutions(within, files)
      const held = await findHeldExecution(within, executionId)
      // Once the transaction is over: its connection is not theirs.
      const after: Tenant = { db: ctx.db, organizationId: tenant.organizationId }
      return { begin: () => begin(ctx, after, { held, files, places }), cancel }
    })
  } catch (error) {
    cancel()
    throw error
  }
}

type Begun = {
  readonly held: Pick<HeldFile, 'execution' | 'plan'>
  readonly files: readonly NewFile[]
  readonly places: readonly Place[]
}

function begin(ctx: Context, tenant: Tenant, begun: Begun): Promise<void> | undefined {
  const { held, files, places } = begun
  const isAll = places.length === files.length
  if (!isAll) void announce(ctx)
  const runs = places.map((place, i) => {
    const file = files[i]
    if (!file) throw new Error('There are more places than files.')
    const work = { held: { ...held, file: heldFile(file) }, known: noSteps, isFirst: true }
    return runRow(ctx, fileWork, { row: file, place }, (lease) =>
      runHeldFile(ctx, tenant, { ...work, isAwaited: isAll, lease }),
    )
  })
  return isAll ? Promise.all(runs).then(() => undefined) : undefined
}

const noSteps: ReadonlyMap<string, unknown> = new Map()

/** Workers also look at the table, so that one who misses this begins a little later. */
async function announce({ db, events, log }: Context): Promise<void> {
  await events.publish(db, workWaiting, {}).catch((error: unknown) => {
    log.warn({ err: error }, 'waiting files could not be announced')
  })
}

const heldFile = ({ id, executionId, fileName, fileHash }: NewFile): HeldFile['file'] => ({
  id,
  execution_id: executionId,
  file_name: fileName,
  file_hash: fileHash,
})

function asRow(upload: Upload, executionId: string, place: Place | undefined): NewFile {
  return {
    id: randomUUID(),
    executionId,
    fileName: upload.name,
    fileSize: upload.size,
    fileHash: upload.hash,
    mimeType: upload.mimeType,
    status: place ? 'EXECUTING' : 'PENDING',
    workerId: place?.workerId,
    startedAt: place && new Date(),
  }
}
