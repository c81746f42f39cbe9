import { maxRecordedRuns } from '@recto/contract/prompt-studio/recorded-runs'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { findRecordedRuns, type RecordedRun } from '../../model-calls/model-calls.port.ts'
import { getDocument } from '../rows/access.ts'
import { type ComparedField, compareRuns } from './compare-runs.ts'
import { replayStudioRun } from './replay-studio-run.ts'
import type { ReplayedField, ReplayedRun } from './replayed-run.ts'

export type RecordedRunsQuery = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly profileId: string
}

/** Lists the runs of a document under a profile that can be replayed, newest first. */
export async function listRecordedRuns(
  ctx: Pick<AnsweringDependencies, 'db'>,
  { actor, projectId, documentId, profileId }: RecordedRunsQuery,
): Promise<readonly RecordedRun[]> {
  await getDocument(ctx, { actor, projectId, documentId })
  return findRecordedRuns(tenantOf(ctx, actor), { documentId, profileId, limit: maxRecordedRuns })
}

type ReplayRequest = RecordedRunsQuery & {
  readonly run: string
  readonly otherRun?: string | undefined
}

type Comparison = {
  readonly fields: readonly ReplayedField[]
  readonly otherFields: readonly ReplayedField[]
  readonly comparisons: readonly ComparedField[]
}

/** Replays one or two runs from the stored replies, and compares the two. */
export async function replayRecordedRuns(
  ctx: AnsweringDependencies,
  { run, otherRun, ...documentRequest }: ReplayRequest,
): Promise<Comparison> {
  if (run === otherRun) throw badRequest('Choose two different runs.')
  const runs = await listRecordedRuns(ctx, documentRequest)
  const tenant = tenantOf(ctx, documentRequest.actor)
  const first = await replayRecordedRun(ctx, tenant, {
    ...documentRequest,
    run: getRecordedRun(runs, run),
  })
  if (otherRun === undefined) return { fields: first.fields, otherFields: [], comparisons: [] }
  const second = await replayRecordedRun(ctx, tenant, {
    ...documentRequest,
    run: getRecordedRun(runs, otherRun),
  })
  return {
    fields: first.fields,
    otherFields: second.fields,
    comparisons: compareRuns(first, second),
  }
}

export function getRecordedRun(runs: readonly RecordedRun[], id: string): RecordedRun {
  const run = runs.find((one) => one.id === id)
  if (!run) throw notFound('run')
  return run
}

/** Its values were run together, or one by one with their own ids. */
async function replayRecordedRun(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { run, documentId, profileId }: RecordedRunsQuery & { readonly run: RecordedRun },
): Promise<ReplayedRun> {
  const fields: ReplayedField[] = []
  let lastReplay: ReplayedRun | undefined
  for (const id of run.runIds) {
    lastReplay = await replayStudioRun(ctx, tenant, id, { documentId, profileId })
    fields.push(...lastReplay.fields)
  }
  if (!lastReplay) throw notFound('run')
  return { ...lastReplay, run: run.id, fields }
}
