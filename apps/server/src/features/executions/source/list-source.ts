import type { FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeForPerson } from '../../../platform/describe-failure.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { tracedExecution } from '../../../platform/tracing/traced.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { type FileSource, fileSourceOf } from '../../workflows/workflows.port.ts'
import { getPlan } from '../execution-plans.store.ts'
import { executionFinished } from '../executions.events.ts'
import { tellEnd } from '../files/tell-progress.ts'
import { isFinished } from '../is-finished.ts'
import { logExecution } from '../log-execution.ts'
import { addSourceFiles } from './add-source-files.ts'
import { type Filling, say, type Trial } from './filling.ts'
import { isKnown } from './is-known.ts'
import { openPicks, type Picks } from './pick-by-time.ts'
import {
  beginListing,
  countFiles,
  endListing,
  findHistories,
  findTakenPaths,
  findTries,
} from './source-files.store.ts'
import { openSpread } from './spread.ts'
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
    .everyTime('list', () => list(ctx, tenant, executionId), untilBack)
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

/** So many are looked up at once, and so many of these are read at a time. */
const batchSize = 40
const readAtOnce = 4

type Listed = {
  /** How many files were known before. */
  readonly skipped: number
  readonly expected?: number
}

const list = (ctx: Context, tenant: Tenant, executionId: string) =>
  tracedExecution(executionId, 'list source', {
    attributes: { 'recto.organization_id': tenant.organizationId },
    act: () => fill(ctx, tenant, executionId),
  })

async function fill(ctx: Context, tenant: Tenant, executionId: string): Promise<Listed> {
  const execution = await beginListing(tenant, executionId)
  if (!execution) return { skipped: 0 }
  const { source } = await getPlan(tenant, execution)
  if (!source?.connectorId) throw new Error('An execution without a source was to be listed.')
  const settings = fileSourceOf(source.configuration)
  const { connector, name } = await openFileConnector(ctx, tenant, source.connectorId)
  const { trial_files: files } = execution
  const { count, next } = await countFiles(tenant, executionId)
  const filling: Filling = {
    execution,
    settings,
    connector,
    // Nothing ends it but the end of its job, which closes what it stands on.
    signal: new AbortController().signal,
    planHash: execution.plan_hash,
    tries: await findTries(tenant, execution.workflow_id),
    most: settings.maxFiles,
    trial: files === null ? undefined : { files, spread: openSpread(), expected: count },
    picks: picksOf(settings, settings.maxFiles - count),
    position: next,
    added: count,
    skipped: 0,
  }
  say(ctx, filling, `Looking for files in “${name}”.`)
  try {
    for await (const page of walkSource(connector, settings, filling.signal)) {
      if (!(await addPage(ctx, tenant, filling, page))) break
    }
    if (filling.picks) await addFresh(ctx, tenant, filling, filling.picks.inOrder)
    if (filling.trial) await addSpread(ctx, tenant, filling, filling.trial)
  } finally {
    await connector.close().catch(() => {})
  }
  const { added, skipped, trial } = filling
  if (trial) {
    const { expected } = trial
    say(ctx, filling, `Took ${added} of ${expected} files that a run would process.`)
    return { skipped, expected }
  }
  say(ctx, filling, `Found ${added} files to process, and ${skipped} that were processed before.`)
  return { skipped }
}

/** False when there is room for no more. */
async function addPage(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  page: readonly FileEntry[],
): Promise<boolean> {
  for (let from = 0; from < page.length; from += batchSize) {
    const fresh = await freshOf(tenant, filling, page.slice(from, from + batchSize))
    if (filling.picks) filling.picks.add(fresh)
    else if (!(await addFresh(ctx, tenant, filling, fresh))) return false
  }
  return true
}

function picksOf({ fileProcessingOrder: order }: FileSource, most: number): Picks | undefined {
  return order === 'unordered' ? undefined : openPicks(order, Math.max(0, most))
}

/** False when there is room for no more. */
async function addFresh(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  fresh: readonly FileEntry[],
): Promise<boolean> {
  const { trial, most } = filling
  if (trial) notice(trial, most, fresh)
  else if (!(await addSome(ctx, tenant, filling, fresh))) return false
  return (trial?.expected ?? filling.added) < most
}

/** As many as there is room for. False when the execution takes no more. */
async function addSome(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  fresh: readonly FileEntry[],
): Promise<boolean> {
  let at = 0
  while (at < fresh.length && filling.added < filling.most) {
    const some = fresh.slice(at, at + Math.min(readAtOnce, filling.most - filling.added))
    if (!(await addSourceFiles(ctx, tenant, filling, some))) return false
    at += some.length
  }
  return true
}

/** A trial counts what a run would take, before it takes anything. */
function notice(trial: Trial, most: number, fresh: readonly FileEntry[]): void {
  for (const entry of fresh.slice(0, most - trial.expected)) {
    trial.spread.add(entry)
    trial.expected += 1
  }
}

/** Of a trial, when the list is whole. What cannot be taken after all, such as a file that is gone, is replaced by another. */
async function addSpread(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  trial: Trial,
): Promise<void> {
  for (const entry of trial.spread.picks) {
    if (filling.added >= trial.files) return
    const before = filling.added
    if (!(await addSourceFiles(ctx, tenant, filling, [entry]))) return
    if (filling.added === before) trial.expected -= 1
  }
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
