import { mostRecordedRuns } from '@recto/contract/recorded-runs'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { findRecordedRuns, type RecordedRun } from '../../model-calls/model-calls.port.ts'
import { getDocument } from '../rows/get-document.ts'
import { type ComparedField, compareRuns } from './compare-runs.ts'
import { replayStudioRun } from './replay-studio-run.ts'
import type { ReplayedField, ReplayedRun } from './replayed.ts'

type Of = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  readonly profileId: string
}

/** Runs of a document under a profile that can be answered again, newest first. */
export async function listRecordedRuns(
  ctx: Pick<AnsweringNeeds, 'db'>,
  { actor, projectId, documentId, profileId }: Of,
): Promise<readonly RecordedRun[]> {
  await getDocument(ctx, { actor, projectId, documentId })
  return findRecordedRuns(tenantOf(ctx, actor), { documentId, profileId, limit: mostRecordedRuns })
}

type Asked = Of & { readonly run: string; readonly other?: string | undefined }

type Comparison = {
  readonly fields: readonly ReplayedField[]
  readonly others: readonly ReplayedField[]
  readonly compared: readonly ComparedField[]
}

/** One run answered again from the replies that are kept, or two, and what differs between them. */
export async function replayRecordedRuns(
  ctx: AnsweringNeeds,
  { run, other, ...of }: Asked,
): Promise<Comparison> {
  if (run === other) throw badRequest('Choose two different runs.')
  const runs = await listRecordedRuns(ctx, of)
  const tenant = tenantOf(ctx, of.actor)
  const first = await replayed(ctx, tenant, { ...of, run: found(runs, run) })
  if (other === undefined) return { fields: first.fields, others: [], compared: [] }
  const second = await replayed(ctx, tenant, { ...of, run: found(runs, other) })
  return {
    fields: first.fields,
    others: second.fields,
    compared: compareRuns(first, second),
  }
}

export function found(runs: readonly RecordedRun[], id: string): RecordedRun {
  const run = runs.find((one) => one.id === id)
  if (!run) throw notFound('run')
  return run
}

/** Its values were run one by one, each under an id of its own, or together. */
async function replayed(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { run, documentId, profileId }: Of & { readonly run: RecordedRun },
): Promise<ReplayedRun> {
  const fields: ReplayedField[] = []
  let last: ReplayedRun | undefined
  for (const id of run.runIds) {
    last = await replayStudioRun(ctx, tenant, id, { documentId, profileId })
    fields.push(...last.fields)
  }
  if (!last) throw notFound('run')
  return { ...last, run: run.id, fields }
}
