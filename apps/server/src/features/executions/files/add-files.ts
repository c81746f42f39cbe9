import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Upload } from '../../../platform/files/upload.ts'
import type { WorkPlace } from '../../../platform/leases/places.ts'
import { workWaiting } from '../../../platform/leases/run-leases.ts'
import { runRow } from '../../../platform/leases/run-row.ts'
import { timeOrderedId } from '../../../platform/time-ordered-id.ts'
import { storeDocuments } from '../../documents/documents.port.ts'
import { insertFileExecutions, type NewFileExecution } from './file-executions.store.ts'
import { fileWork } from './file-work.ts'
import type { HeldFile } from './leased-files.store.ts'
import { type JustStored, runHeldFile } from './run-file.ts'

/** An execution as its files are run by it, with those that were added. */
type Filled<Execution> = Pick<HeldFile, 'plan'> & { readonly execution: Execution }

type Filling<Execution> = {
  readonly uploads: readonly Upload[]
  /** Runs in the transaction that stores the files: makes the execution, or finds it waiting. */
  readonly prepare: (within: Tenant, counts: FileCounts) => Promise<Filled<Execution>>
}

export type FileCounts = {
  readonly total: number
  /** Whether some are run by this process at once. */
  readonly isAtOnce: boolean
}

type Started<Execution> = {
  readonly execution: Execution
  /** Resolves when all files are through; absent when some run elsewhere. */
  readonly finished: Promise<void> | undefined
}

type NewFile = NewFileExecution & { readonly id: string }

/**
 * Stores the files of an execution, in one transaction: either all is stored, or nothing is. Their bytes
 * are written before it. Then runs those for which this process has room at once, and lets other
 * workers know of the rest. The same content twice in one request is one file. Not to be called
 * inside a transaction.
 */
export async function addFiles<Execution extends HeldFile['execution']>(
  ctx: Context,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  { uploads, prepare }: Filling<Execution>,
): Promise<Started<Execution>> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const distinct = [...new Map(uploads.map((upload) => [upload.hash, upload])).values()]
  const places = ctx.places.take(organizationId, distinct.length)
  try {
    const { filled, files, paths } = await storeDocuments(
      ctx,
      tenant,
      distinct,
      async (within, stored) => {
        const counts = { total: distinct.length, isAtOnce: places.length > 0 }
        const filled = await prepare(within, counts)
        const files = distinct.map((upload, i) => asRow(upload, filled.execution.id, places[i]))
        await insertFileExecutions(within, files)
        const paths = new Map(stored.map(({ hash, path }) => [hash, path]))
        return { filled, files, paths }
      },
    )
    const { execution, plan } = filled
    const stored = distinct.map(({ hash, content }) => ({
      path: paths.get(hash),
      bytes: 'bytes' in content ? content.bytes : undefined,
    }))
    return { execution, finished: begin(ctx, tenant, { execution, plan, files, stored, places }) }
  } catch (error) {
    for (const place of places) place.free()
    throw error
  }
}

type Beginning = Omit<HeldFile, 'file'> & {
  readonly files: readonly NewFile[]
  /** Of each file. */
  readonly stored: readonly JustStored[]
  readonly places: readonly WorkPlace[]
}

function begin(ctx: Context, tenant: Tenant, beginning: Beginning): Promise<void> | undefined {
  const { execution, plan, files, stored, places } = beginning
  const isAll = places.length === files.length
  if (!isAll) void announce(ctx)
  const runs = places.map((place, i) => {
    const file = files[i]
    const document = stored[i]
    if (!file || !document) throw new Error('There are more places than files.')
    const held = { execution, plan, file: heldFile(file) }
    return runRow(ctx, fileWork, { row: file, place }, (lease) =>
      runHeldFile(ctx, tenant, {
        held,
        lease,
        known: noSteps,
        isFirst: true,
        stored: document,
        isAwaited: isAll,
      }),
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

function asRow(upload: Upload, executionId: string, place: WorkPlace | undefined): NewFile {
  return {
    id: timeOrderedId(),
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
