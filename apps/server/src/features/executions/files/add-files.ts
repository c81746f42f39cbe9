import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { Upload } from '../../../platform/files/upload.ts'
import { createTimeOrderedId } from '../../../platform/time-ordered-id.ts'
import { tagSpanWithExecution } from '../../../platform/tracing/spans.ts'
import { announceWork } from '../../../platform/work/announce-work.ts'
import { runWorkItem } from '../../../platform/work/run-work-item.ts'
import type { WorkSlot } from '../../../platform/work/slot-pool.ts'
import { storeDocumentsInStatement } from '../../documents/documents.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { buildOutcome, type ExecutionOutcome } from './execution-outcome.ts'
import { type ExecutionStatement, insertFiles, type NewFile } from './insert-files.store.ts'
import type { FinishedFile } from './run-file.store.ts'
import { fileQueue, type JustStoredDocument, runFile } from './run-file.ts'

type AddFilesOptions = {
  readonly workflowId: string
  readonly uploads: readonly Upload[]
  /** Whether a caller waits for the result. */
  readonly isAwaited: boolean
  /** Whether the files wait until the execution takes its next step. */
  readonly isByStep?: boolean
  /**
   * Builds the part of the statement that inserts the execution, or gives files to a waiting one.
   */
  readonly buildExecutionStatement: (counts: FileCounts) => ExecutionStatement
  /** Loads the plan by which the files are run. */
  readonly loadPlan: (execution: ExecutionRow) => Promise<ExecutionPlan>
}

export type FileCounts = {
  readonly total: number
  /** Whether this process starts some of them immediately. */
  readonly isStarted: boolean
}

export type StartedExecution = {
  readonly execution: ExecutionRow
  /**
   * Resolves when this process has run all files, with their outcome; with `undefined` when a file
   * was suspended or taken over by another worker, or the execution has not finished. Absent when
   * some files run in other processes.
   */
  readonly outcomePromise: Promise<ExecutionOutcome | undefined> | undefined
}

/**
 * Stores the files of an execution in one statement: either everything is stored, or nothing is.
 * The bytes are written before it. Then this process starts as many files as it has free slots, and
 * announces the rest to other workers. Files with the same content in one request are stored once,
 * with all their names.
 * Returns `undefined` when the execution accepts no files. Must not be called in a transaction.
 */
export async function addFiles(
  ctx: Context,
  { organizationId }: Pick<Tenant, 'organizationId'>,
  options: AddFilesOptions,
): Promise<StartedExecution | undefined> {
  const {
    workflowId,
    uploads,
    isAwaited,
    isByStep = false,
    buildExecutionStatement,
    loadPlan,
  } = options
  const tenant: Tenant = { db: ctx.db, organizationId }
  const distinctUploads = [...new Map(uploads.map((upload) => [upload.hash, upload])).values()]
  const slotOwner = { organizationId, group: workflowId, isAwaited }
  const slots = isByStep ? [] : ctx.slots.acquire(slotOwner, distinctUploads.length)
  let areSlotsHandedOver = false
  try {
    const files = distinctUploads.map(
      ({ name, size, hash, mimeType }, index): NewFile => ({
        id: createTimeOrderedId(),
        name,
        otherNames: findOtherNames(uploads, { name, hash }),
        size,
        hash,
        mimeType,
        workerId: slots[index]?.workerId,
      }),
    )
    const executionStatement = buildExecutionStatement({
      total: files.length,
      isStarted: slots.length > 0,
    })
    const { result: execution, stored: storedDocuments } = await storeDocumentsInStatement(
      ctx,
      tenant,
      distinctUploads,
      async (documentQueries) => {
        const request = { executionStatement, files, isAwaited, documentQueries }
        const insertedFiles = await insertFiles(tenant, request)
        return { result: insertedFiles?.execution, stored: insertedFiles?.storedDocuments ?? [] }
      },
    )
    if (!execution) return undefined
    tagSpanWithExecution(execution.id)
    const plan = await loadPlan(execution)
    areSlotsHandedOver = true
    const documentsByHash = new Map(storedDocuments.map((document) => [document.hash, document]))
    const documents = distinctUploads.map(({ hash, content }) => ({
      path: documentsByHash.get(hash)?.path,
      isNew: documentsByHash.get(hash)?.isNew,
      bytes: 'bytes' in content ? content.bytes : undefined,
    }))
    const outcomePromise = startFiles(ctx, tenant, { execution, plan, files, documents, slots })
    return { execution, outcomePromise }
  } finally {
    if (!areSlotsHandedOver) for (const slot of slots) slot.release()
  }
}

function findOtherNames(
  uploads: readonly Upload[],
  { name, hash }: Pick<Upload, 'name' | 'hash'>,
): string[] {
  const names = uploads.filter((upload) => upload.hash === hash).map((upload) => upload.name)
  return [...new Set(names)].filter((otherName) => otherName !== name)
}

type StartFilesOptions = {
  readonly execution: ExecutionRow
  readonly plan: ExecutionPlan
  readonly files: readonly NewFile[]
  /** The document of each file. */
  readonly documents: readonly JustStoredDocument[]
  /** The slots of the first files. */
  readonly slots: readonly WorkSlot[]
}

/** Starts as many files as there are slots, and announces the other files to other workers. */
function startFiles(
  ctx: Context,
  tenant: Tenant,
  { execution, plan, files, documents, slots }: StartFilesOptions,
): StartedExecution['outcomePromise'] {
  const areAllStarted = slots.length === files.length
  if (!areAllStarted) void announceWork(ctx, 'items')
  const runs = slots.map(async (slot, index) => {
    const file = files[index]
    const storedDocument = documents[index]
    if (!file || !storedDocument) throw new Error('There are more slots than files.')
    const claimedFile = {
      execution,
      plan,
      file: {
        id: file.id,
        execution_id: execution.id,
        file_name: file.name,
        file_hash: file.hash,
        file_path: null,
        source_metadata: null,
        waits: 0,
        stage_seconds: null,
      },
    }
    let finishedFile: FinishedFile | undefined
    await runWorkItem(ctx, fileQueue, { item: file, slot }, async (lease) => {
      finishedFile = await runFile(ctx, tenant, {
        claimedFile,
        lease,
        completedSteps: new Map(),
        isFirst: true,
        storedDocument,
        isResultConsumedInProcess: areAllStarted,
      })
    })
    return finishedFile
  })
  return areAllStarted
    ? Promise.all(runs).then((finishedFiles) => buildOutcome(plan, finishedFiles))
    : undefined
}
