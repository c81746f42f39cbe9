import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ExecutionPlan } from '../../../platform/db/tables/executions.ts'
import type { Upload } from '../../../platform/files/upload.ts'
import { announceWork } from '../../../platform/leases/announce-work.ts'
import type { WorkPlace } from '../../../platform/leases/places.ts'
import { runRow } from '../../../platform/leases/run-row.ts'
import { timeOrderedId } from '../../../platform/time-ordered-id.ts'
import { noteExecution } from '../../../platform/tracing/traced.ts'
import { storeDocumentsWith } from '../../documents/documents.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { type AddedFile, type ExecutionPart, insertAddedFiles } from './added-files.store.ts'
import type { ExecutionOutcome } from './execution-outcome.ts'
import { fileWork } from './file-work.ts'
import { gatherOutcome } from './gather-outcome.ts'
import { type JustStored, runHeldFile } from './run-file.ts'
import type { SettledFile } from './settled-file.ts'

type Filling = {
  readonly workflowId: string
  readonly uploads: readonly Upload[]
  /** Whether a caller waits for the result. */
  readonly isAwaited: boolean
  /** Whether none is run before its execution takes the next step. */
  readonly isByStep?: boolean
  /** The part of the statement that makes the execution, or gives one that waits its files. */
  readonly execution: (counts: FileCounts) => ExecutionPart
  /** What the files are run by. */
  readonly planOf: (execution: ExecutionRow) => Promise<ExecutionPlan>
}

export type FileCounts = {
  readonly total: number
  /** Whether some are run by this process at once. */
  readonly isAtOnce: boolean
}

export type Started = {
  readonly execution: ExecutionRow
  /**
   * Resolves when all files are through, with what came of them where all were settled here; absent
   * when some run elsewhere.
   */
  readonly finished: Promise<ExecutionOutcome | undefined> | undefined
}

/**
 * Stores the files of an execution, in one statement: either all is stored, or nothing is. Their bytes
 * are written before it. Then runs those for which this process has room at once, and lets other
 * workers know of the rest. The same content twice in one request is one file. `undefined` when the
 * execution takes no files. Not to be called inside a transaction.
 */
export async function addFiles(
  ctx: Context,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  { workflowId, uploads, isAwaited, isByStep = false, execution, planOf }: Filling,
): Promise<Started | undefined> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const distinct = [...new Map(uploads.map((upload) => [upload.hash, upload])).values()]
  const owner = { organizationId, group: workflowId, isAwaited }
  const places = isByStep ? [] : ctx.places.take(owner, distinct.length)
  let begun = false
  try {
    const files = distinct.map((upload, i) => asAdded(upload, places[i]))
    const target = execution({ total: files.length, isAtOnce: places.length > 0 })
    const { result, stored } = await storeDocumentsWith(
      ctx,
      tenant,
      distinct,
      async (documents) => {
        const adding = { execution: target, files, isAwaited, documents }
        const added = await insertAddedFiles(tenant, adding)
        return { result: added?.execution, stored: added?.stored ?? [] }
      },
    )
    if (!result) return undefined
    noteExecution(result.id)
    const plan = await planOf(result)
    begun = true
    const known = new Map(stored.map((one) => [one.hash, one]))
    const documents = distinct.map(({ hash, content }) => ({
      path: known.get(hash)?.path,
      isNew: known.get(hash)?.isNew,
      bytes: 'bytes' in content ? content.bytes : undefined,
    }))
    const beginning = { execution: result, plan, files, stored: documents, places }
    return { execution: result, finished: begin(ctx, tenant, beginning) }
  } finally {
    if (!begun) for (const place of places) place.free()
  }
}

type Beginning = {
  readonly execution: ExecutionRow
  readonly plan: ExecutionPlan
  readonly files: readonly AddedFile[]
  /** Of each file. */
  readonly stored: readonly JustStored[]
  readonly places: readonly WorkPlace[]
}

function begin(ctx: Context, tenant: Tenant, beginning: Beginning): Started['finished'] {
  const { execution, plan, files, stored, places } = beginning
  const isAll = places.length === files.length
  if (!isAll) void announceWork(ctx)
  const runs = places.map(async (place, i) => {
    const file = files[i]
    const document = stored[i]
    if (!file || !document) throw new Error('There are more places than files.')
    const held = { execution, plan, file: heldFile(execution, file) }
    let settled: SettledFile | undefined
    await runRow(ctx, fileWork, { row: file, place }, async (lease) => {
      settled = await runHeldFile(ctx, tenant, {
        held,
        lease,
        known: noSteps,
        isFirst: true,
        stored: document,
        isTaken: isAll,
      })
    })
    return settled
  })
  return isAll ? Promise.all(runs).then((all) => gatherOutcome(plan, all)) : undefined
}

const noSteps: ReadonlyMap<string, unknown> = new Map()

const heldFile = ({ id: executionId }: ExecutionRow, { id, name, hash }: AddedFile) => ({
  id,
  execution_id: executionId,
  file_name: name,
  file_hash: hash,
  file_path: null,
  waits: 0,
})

const asAdded = (
  { name, size, hash, mimeType }: Upload,
  place: WorkPlace | undefined,
): AddedFile => ({ id: timeOrderedId(), name, size, hash, mimeType, workerId: place?.workerId })
