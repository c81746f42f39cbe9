import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeForPerson } from '../../../platform/describe-failure.ts'
import { discardContent } from '../../../platform/files/content.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import { announceWork } from '../../../platform/leases/announce-work.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { timeOrderedId } from '../../../platform/time-ordered-id.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { storeBytes, storeDocumentsWith } from '../../documents/documents.port.ts'
import { type FileSource, fileSourceOf } from '../../workflows/workflows.port.ts'
import { getPlan } from '../execution-plans.store.ts'
import { executionFinished } from '../executions.events.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { tellEnd } from '../files/tell-progress.ts'
import { isFinished } from '../is-finished.ts'
import { logExecution } from '../log-execution.ts'
import { nameOf } from '../source-paths.ts'
import { isKnown, type Judging } from './is-known.ts'
import { type ReadFile, readSourceFile, type UnreadFile } from './read-source-file.ts'
import {
  type AddedSourceFile,
  beginListing,
  countFiles,
  endListing,
  findHistories,
  findTakenPaths,
  findTries,
  insertSourceFiles,
  renewMark,
} from './source-files.store.ts'
import { markOf, walkSource } from './walk-source.ts'

type Payload = { readonly organizationId: number; readonly executionId: string }

/** A source that is away for a few minutes costs a run nothing. */
const untilBack: RetryPolicy = { attempts: 8 }

/**
 * Lists the source of an execution and adds its files, a few at a time: they are processed while the list
 * goes on. Whoever goes on after a crash leaves out what is there already.
 */
export async function listSource(
  ctx: Context,
  { organizationId, executionId }: Payload,
  durable: Durable,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const listed = await durable
    .everyTime('list', () => fill(ctx, tenant, executionId), untilBack)
    .catch((error: unknown) => ({ error }))
  await durable.everyTime('end', async () => {
    if (!('error' in listed)) return end(ctx, tenant, { id: executionId, ...listed })
    const { error } = listed
    if (!(error instanceof ProviderError) && !(error instanceof AppError)) {
      ctx.log.error({ err: error, executionId }, 'a source could not be listed')
    }
    const reason = `The source cannot be read. ${describeForPerson(error)}`
    logExecution(ctx, { organizationId, executionId, level: 'ERROR', stage: 'SOURCE', log: reason })
    return end(ctx, tenant, { id: executionId, skipped: 0, error: reason })
  })
}

async function end(
  ctx: Context,
  tenant: Tenant,
  ending: Parameters<typeof endListing>[1],
): Promise<void> {
  const ended = await endListing(tenant, ending)
  if (!ended || !isFinished(ended)) return
  tellEnd(ctx, tenant.organizationId, ended)
  await ctx.events.publish(ctx.db, executionFinished, { executionId: ended.id })
}

type Filling = Judging & {
  readonly execution: ExecutionRow
  readonly settings: FileSource
  readonly connector: FileConnector
  readonly signal: AbortSignal
  /** How many are taken at most. */
  readonly most: number
  position: number
  added: number
  skipped: number
  /** Of a trial: how many a whole run would take. */
  expected: number
}

/** So many are looked up at once, and so many of these are read at a time. */
const batchSize = 40
const readAtOnce = 4

type Listed = {
  /** How many files were known before. */
  readonly skipped: number
  readonly expected?: number
}

async function fill(ctx: Context, tenant: Tenant, executionId: string): Promise<Listed> {
  const execution = await beginListing(tenant, executionId)
  if (!execution) return { skipped: 0 }
  const { source } = await getPlan(tenant, execution)
  if (!source?.connectorId) throw new Error('An execution without a source was to be listed.')
  const settings = fileSourceOf(source.configuration)
  const { connector, name } = await openFileConnector(ctx, tenant, source.connectorId)
  const filling: Filling = {
    execution,
    settings,
    connector,
    // Nothing ends it but the end of its job, which closes what it stands on.
    signal: new AbortController().signal,
    planHash: execution.plan_hash,
    tries: await findTries(tenant, execution.workflow_id),
    position: await countFiles(tenant, executionId),
    most: execution.trial_files ?? settings.maxFiles,
    added: 0,
    skipped: 0,
    expected: 0,
  }
  filling.added = filling.expected = filling.position
  say(ctx, filling, `Looking for files in “${name}”.`)
  try {
    for await (const page of walkSource(connector, settings, filling.signal)) {
      if (!(await addPage(ctx, tenant, filling, page))) break
    }
  } finally {
    await connector.close().catch(() => {})
  }
  const { added, skipped, expected } = filling
  if (execution.trial_files !== null) {
    say(ctx, filling, `Took ${added} of ${expected} files that a run would process.`)
    return { skipped, expected }
  }
  say(ctx, filling, `Found ${added} files to process, and ${skipped} that were processed before.`)
  return { skipped }
}

/** False when there is room for no more; a trial goes on and counts what a run would take. */
async function addPage(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  page: readonly FileEntry[],
): Promise<boolean> {
  for (let from = 0; from < page.length; from += batchSize) {
    const fresh = await freshOf(tenant, filling, page.slice(from, from + batchSize))
    const taken = await addSome(ctx, tenant, filling, fresh)
    if (taken === undefined) return false
    filling.expected = Math.min(filling.settings.maxFiles, filling.expected + fresh.length - taken)
    const isTrial = filling.execution.trial_files !== null
    const found = isTrial ? filling.expected : filling.added
    if (found >= filling.settings.maxFiles) return false
  }
  return true
}

/** As many as there is room for. Returns how many were looked at; `undefined` when the execution takes no more. */
async function addSome(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  fresh: readonly FileEntry[],
): Promise<number | undefined> {
  let at = 0
  while (at < fresh.length && filling.added < filling.most) {
    const before = filling.added
    const some = fresh.slice(at, at + Math.min(readAtOnce, filling.most - filling.added))
    if (!(await addFiles(ctx, tenant, filling, some))) return undefined
    filling.expected += filling.added - before
    at += some.length
  }
  return at
}

/** Those that are to be read: neither in this execution already, nor known by their marks. */
async function freshOf(
  tenant: Tenant,
  filling: Filling,
  entries: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
  const paths = entries.map(({ path }) => path)
  const { workflow_id } = filling.execution
  const taken = await findTakenPaths(tenant, filling.execution, paths)
  const histories = await findHistories(tenant, workflow_id, paths)
  const byPath = Map.groupBy(histories, (one) => one.file_path)
  return entries.filter((entry) => {
    if (taken.has(entry.path)) return false
    const mark = markOf(entry)
    const same = byPath.get(entry.path)?.find((one) => mark !== null && one.mark === mark)
    if (!same || !isKnown(same, filling)) return true
    filling.skipped++
    return false
  })
}

/** False when the execution takes no more. */
async function addFiles(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  entries: readonly FileEntry[],
): Promise<boolean> {
  const { connector, signal } = filling
  const outcomes = await Promise.all(
    entries.map((entry) => readSourceFile(ctx, connector, entry, signal)),
  )
  const read: ReadFile[] = []
  const unread: UnreadFile[] = []
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome === 'gone') {
      say(ctx, filling, `“${entries[i]?.path}” is gone since it was listed.`, 'WARN')
    } else if ('reason' in outcome) unread.push(outcome)
    else read.push(outcome)
  }
  try {
    const fresh = await unknown(tenant, filling, read)
    const files = fresh.map((one) => asSourceFile(one, filling))
    const failed = await Promise.all(unread.map((one) => asFailedFile(ctx, tenant, one, filling)))
    const all = [...files, ...failed]
    if (all.length === 0) return true
    const { result } = await storeDocumentsWith(ctx, tenant, fresh, async (documents) => {
      const adding = { executionId: filling.execution.id, files: all, documents }
      const added = await insertSourceFiles(tenant, adding)
      return { result: added !== undefined, stored: added?.stored ?? [] }
    })
    filling.added += all.length
    if (result) await announceWork(ctx)
    return result
  } finally {
    await Promise.all(read.map(({ content }) => discardContent(ctx.files, content)))
  }
}

/** Those whose content is another one than what was processed at their places. */
async function unknown(
  tenant: Tenant,
  filling: Filling,
  read: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  if (read.length === 0) return []
  const workflowId = filling.execution.workflow_id
  const paths = read.map(({ entry }) => entry.path)
  const histories = await findHistories(tenant, workflowId, paths)
  const fresh: ReadFile[] = []
  for (const one of read) {
    const { hash, mark } = one
    const { path } = one.entry
    const same = histories.find((h) => h.file_path === path && h.file_hash === hash)
    if (!same || !isKnown(same, filling)) {
      fresh.push(one)
      continue
    }
    filling.skipped++
    if (mark !== null && mark !== same.mark) {
      await renewMark(tenant, { workflowId, path, hash, mark })
    }
  }
  return fresh
}

const asSourceFile = (
  { entry, mark, size, hash, mimeType }: ReadFile,
  filling: Filling,
): AddedSourceFile => ({
  id: timeOrderedId(),
  name: nameOf(entry.path),
  path: entry.path,
  mark,
  size,
  hash,
  mimeType,
  position: filling.position++,
})

/** Accounted for like any other, though there is nothing of it. */
async function asFailedFile(
  ctx: Context,
  tenant: Tenant,
  { entry, reason }: UnreadFile,
  filling: Filling,
): Promise<AddedSourceFile> {
  const mimeType = 'application/octet-stream'
  const { hash } = await storeBytes(ctx, tenant, { bytes: new Uint8Array(), mimeType })
  say(ctx, filling, `“${entry.path}” cannot be read: ${reason}`, 'ERROR')
  const { path, size } = entry
  const id = timeOrderedId()
  const position = filling.position++
  return {
    ...{ id, path, hash, mimeType, position },
    name: nameOf(path),
    mark: null,
    size: size ?? 0,
    error: reason,
  }
}

function say(ctx: Context, { execution }: Filling, log: string, level?: 'WARN' | 'ERROR'): void {
  const { organization_id: organizationId, id: executionId } = execution
  logExecution(ctx, { organizationId, executionId, stage: 'SOURCE', log, ...(level && { level }) })
}
