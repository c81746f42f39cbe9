import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import { withExecutionSpan } from '../../../platform/tracing/spans.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { type FileSource, parseFileSource } from '../../workflows/workflows.port.ts'
import { loadPlan } from '../execution-plans.store.ts'
import { executionFinished, isFinished } from '../execution-state.ts'
import { settleSourceJob } from '../executions.jobs.ts'
import { type ExecutionRow, findExecution } from '../executions.store.ts'
import { pushExecutionEnded } from '../files/push-progress.ts'
import { logExecution, logExecutionEnded } from '../log-execution.ts'
import { addSourceFiles } from './add-source-files.ts'
import { openCompleteFiles } from './complete-files.ts'
import { createEvenSample } from './even-sample.ts'
import { explainEmptyPreview } from './explain-empty-preview.ts'
import { createFilePicker, type FilePicker } from './file-picker.ts'
import { listProcessedFiles } from './processed-files.ts'
import { shouldSkipFile } from './should-skip-file.ts'
import {
  countFiles,
  endListing,
  findMaxAttempts,
  findTakenPaths,
  type ListingResult,
  startListing,
} from './source-files.store.ts'
import { logSource, type SourceListing, type Trial } from './source-listing.ts'
import { getMark, walkSource } from './walk-source.ts'

type Payload = { readonly organizationId: number; readonly executionId: string }

/**
 * Lists the source of an execution and adds its files in small batches, which are processed while
 * the listing continues. After a crash, files that were already added are skipped.
 */
export async function listSource(
  ctx: Context,
  { organizationId, executionId }: Payload,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const { emptyReason, ...counts } = await withExecutionSpan(executionId, 'list source', {
    attributes: { 'recto.organization_id': organizationId },
    run: () => addAllFiles(ctx, tenant, { executionId, signal }),
  })
  await finishListing(ctx, tenant, { id: executionId, ...counts, error: emptyReason })
}

/** Ends an execution whose source could not be listed. */
export async function endFailedListing(
  ctx: Context,
  { organizationId, executionId }: Payload,
  error: unknown,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const reason = `The source cannot be read. ${toUserMessage(error)}`
  logExecution(ctx, { organizationId, executionId, level: 'ERROR', stage: 'SOURCE', log: reason })
  const execution = await findExecution(tenant, executionId)
  if (execution) await enqueueSettling(ctx, execution)
  await finishListing(ctx, tenant, { id: executionId, skippedFiles: 0, error: reason })
}

/** A dry run delivers nothing, so it changes nothing in the source. */
async function enqueueSettling(
  ctx: Context,
  { id: executionId, organization_id: organizationId, trial_files: trialFiles }: ExecutionRow,
): Promise<void> {
  if (trialFiles !== null) return
  const key = `settle-source:${executionId}`
  const payload = { organizationId, executionId }
  await ctx.jobs.enqueue(settleSourceJob, payload, { key, organizationId })
}

async function finishListing(
  ctx: Context,
  tenant: Tenant,
  listingResult: ListingResult,
): Promise<void> {
  const execution = await endListing(tenant, listingResult)
  if (!execution || !isFinished(execution)) return
  logExecutionEnded(ctx, tenant.organizationId, execution)
  pushExecutionEnded(ctx, tenant, execution)
  await ctx.events.publish(ctx.db, executionFinished, { executionId: execution.id })
}

/**
 * Number of files that are looked up at the same time, and number of these that are read at the
 * same time.
 */
const batchSize = 40
const maxParallelReads = 4

type ListingSummary = {
  /** Number of files that were processed before. */
  readonly skippedFiles: number
  readonly expectedFiles?: number
  /** Reason why a preview has no files. */
  readonly emptyReason?: string
}

async function addAllFiles(
  ctx: Context,
  tenant: Tenant,
  { executionId, signal }: { readonly executionId: string; readonly signal: AbortSignal },
): Promise<ListingSummary> {
  const execution = await startListing(tenant, executionId)
  if (!execution) return { skippedFiles: 0 }
  const { source } = await loadPlan(tenant, execution)
  if (!source?.connectorId) throw new Error('An execution without a source was to be listed.')
  const settings = parseFileSource(source.configuration)
  const { connector, name } = await openFileConnector(ctx, tenant, source.connectorId)
  const { count, next: nextPosition } = await countFiles(tenant, executionId)
  const maxFiles = findMaxFiles(execution, settings)
  const listing: SourceListing = {
    execution,
    settings,
    connector,
    signal,
    sameWorkByPlan: new Map([[execution.plan_hash, true]]),
    maxAttempts: await findMaxAttempts(tenant, execution.workflow_id),
    maxFiles,
    trial: createTrial(execution, count),
    picker: createPicker(settings, maxFiles - count),
    completeFiles: execution.is_on_arrival ? openCompleteFiles({ connector, signal }) : undefined,
    nextPosition,
    unmatchedFiles: 0,
    addedFiles: count,
    skippedFiles: 0,
    exhaustedFiles: 0,
    exhaustedPath: undefined,
  }
  logSource(ctx, listing, `Looking for files in “${name}”.`)
  try {
    await addPages(ctx, tenant, listing)
    if (listing.picker) await addNewFiles(ctx, tenant, listing, listing.picker.sortedFiles)
    reportExhausted(ctx, listing)
    if (listing.trial) await addSample(ctx, tenant, listing, listing.trial)
    if (connector.settleUnit) await enqueueSettling(ctx, execution)
  } finally {
    await connector.close().catch(() => {})
  }
  return summarize(ctx, listing)
}

/** Files that are not tried again would otherwise be missed without a reason. */
function reportExhausted(ctx: Context, listing: SourceListing): void {
  const { exhaustedFiles: count, exhaustedPath: path, maxAttempts } = listing
  if (count === 0) return
  const log = `Skipped files that have failed ${maxAttempts} times: ${count}, such as “${path}”. Delete them from the file history to try them again.`
  logSource(ctx, listing, log, 'WARN')
}

function summarize(ctx: Context, listing: SourceListing): ListingSummary {
  const { execution, addedFiles, skippedFiles, trial } = listing
  if (trial) {
    const { expectedFiles } = trial
    logSource(
      ctx,
      listing,
      `Selected ${addedFiles} of the ${expectedFiles} files that a run would process.`,
    )
    return { skippedFiles, expectedFiles }
  }
  if (execution.is_preview) {
    if (addedFiles === 0) {
      const emptyReason = explainEmptyPreview(listing)
      logSource(ctx, listing, emptyReason, 'WARN')
      return { skippedFiles, emptyReason }
    }
    logSource(ctx, listing, `Selected the first files, ${addedFiles} in all.`)
    return { skippedFiles }
  }
  logSource(
    ctx,
    listing,
    `Found ${addedFiles} files to process, and ${skippedFiles} that were already processed.`,
  )
  return { skippedFiles }
}

/** A preview takes the first files of a run. Its listing ends with them. */
const findMaxFiles = (
  { is_preview, trial_files }: ExecutionRow,
  { maxFiles }: FileSource,
): number => (is_preview ? Math.min(maxFiles, trial_files ?? maxFiles) : maxFiles)

function createTrial(
  { is_preview, trial_files: maxFiles }: ExecutionRow,
  expectedFiles: number,
): Trial | undefined {
  if (maxFiles === null || is_preview) return undefined
  return { maxFiles, sample: createEvenSample(), expectedFiles }
}

const walkListing = (listing: SourceListing) =>
  walkSource(listing.connector, listing.settings, {
    signal: listing.signal,
    onUnmatched(count) {
      listing.unmatchedFiles += count
    },
  })

async function addPages(ctx: Context, tenant: Tenant, listing: SourceListing): Promise<void> {
  const { completeFiles } = listing
  for await (const page of walkListing(listing)) {
    if (!(await addPage(ctx, tenant, listing, page))) return
  }
  if (!completeFiles) return
  for await (const files of completeFiles.wait()) {
    if (!(await addPage(ctx, tenant, listing, files))) return
  }
  const { unfinishedCount: count } = completeFiles
  if (count > 0)
    logSource(
      ctx,
      listing,
      `Left files that are still being written: ${count}. A later run takes them.`,
    )
}

/** Returns false when the limit of files is reached. */
async function addPage(
  ctx: Context,
  tenant: Tenant,
  listing: SourceListing,
  page: readonly FileEntry[],
): Promise<boolean> {
  for (let start = 0; start < page.length; start += batchSize) {
    const batch = page.slice(start, start + batchSize)
    const selectedFiles = await selectNewFiles(tenant, listing, batch)
    const newFiles = listing.completeFiles?.take(selectedFiles) ?? selectedFiles
    if (listing.picker) listing.picker.add(newFiles)
    else if (!(await addNewFiles(ctx, tenant, listing, newFiles))) return false
  }
  return true
}

function createPicker(
  { fileProcessingOrder: order }: FileSource,
  maxFiles: number,
): FilePicker | undefined {
  return order === 'unordered' ? undefined : createFilePicker(order, Math.max(0, maxFiles))
}

/** Returns false when the limit of files is reached. */
async function addNewFiles(
  ctx: Context,
  tenant: Tenant,
  listing: SourceListing,
  newFiles: readonly FileEntry[],
): Promise<boolean> {
  const { trial, maxFiles } = listing
  if (trial) countForTrial(trial, maxFiles, newFiles)
  else if (!(await addUpToLimit(ctx, tenant, listing, newFiles))) return false
  return (trial?.expectedFiles ?? listing.addedFiles) < maxFiles
}

/** Adds files up to the limit. Returns false when the execution accepts no more files. */
async function addUpToLimit(
  ctx: Context,
  tenant: Tenant,
  listing: SourceListing,
  newFiles: readonly FileEntry[],
): Promise<boolean> {
  let index = 0
  while (index < newFiles.length && listing.addedFiles < listing.maxFiles) {
    const batch = newFiles.slice(
      index,
      index + Math.min(maxParallelReads, listing.maxFiles - listing.addedFiles),
    )
    if (!(await addSourceFiles(ctx, tenant, listing, batch))) return false
    index += batch.length
  }
  return true
}

/** Counts the files that a whole run would process, before the dry run takes any. */
function countForTrial(trial: Trial, maxFiles: number, newFiles: readonly FileEntry[]): void {
  for (const entry of newFiles.slice(0, maxFiles - trial.expectedFiles)) {
    trial.sample.add(entry)
    trial.expectedFiles += 1
  }
}

/**
 * Adds the sampled files of a dry run once the listing is complete. A file that cannot be added,
 * for example because it was deleted, is replaced by another one.
 */
async function addSample(
  ctx: Context,
  tenant: Tenant,
  listing: SourceListing,
  trial: Trial,
): Promise<void> {
  for (const entry of trial.sample.picks) {
    if (listing.addedFiles >= trial.maxFiles) return
    const previousCount = listing.addedFiles
    if (!(await addSourceFiles(ctx, tenant, listing, [entry]))) return
    if (listing.addedFiles === previousCount) trial.expectedFiles -= 1
  }
}

/**
 * Selects the files that must be read: they are not part of this execution yet, and their marks
 * show that they were not processed before.
 */
async function selectNewFiles(
  tenant: Tenant,
  listing: SourceListing,
  entries: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
  const paths = entries.map(({ path }) => path)
  const takenPaths = await findTakenPaths(tenant, listing.execution, paths)
  const histories = await listProcessedFiles(tenant, listing, paths)
  const byPath = Map.groupBy(histories, (history) => history.file_path)
  return entries.filter((entry) => {
    if (takenPaths.has(entry.path)) return false
    const mark = getMark(entry)
    const processedFile = byPath
      .get(entry.path)
      ?.find((history) => mark !== null && history.mark === mark)
    if (!processedFile || !shouldSkipFile(processedFile, listing)) return true
    listing.skippedFiles++
    if (processedFile.status === 'ERROR') {
      listing.exhaustedFiles++
      listing.exhaustedPath ??= entry.path
    }
    return false
  })
}
