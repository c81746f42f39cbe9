import { notFound } from '../../../platform/app-error.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextJob, markKnown, type TextJobRow } from './text-jobs.store.ts'

export type TextJobRequest = { readonly caller: KeyHolder; readonly whisperHash: string }

/** Finds a job of the caller's organization that has a text, and records that the client knows it. */
export const findJob = (request: TextJobRequest): Promise<TextJobRow | undefined> =>
  findJobWith(request, ({ options }) => !['parts', 'values'].includes(options.output))

/** Finds a job that splits a file, and records that the client knows it. */
export const findSplitJob = (request: TextJobRequest): Promise<TextJobRow | undefined> =>
  findJobWith(request, ({ options }) => options.output === 'parts')

/** Finds a job that extracts the values of a schema, by its id. */
export async function findValuesJob({ tenant }: KeyHolder, id: string): Promise<TextJobRow> {
  const job = await findTextJob(tenant, { id })
  if (job?.options.output !== 'values') throw notFound('job')
  await confirmJob({ tenant }, job)
  return job
}

/** Records that the client knows a job, so that another upload of the same is another job. */
export async function confirmJob(
  { tenant }: Pick<KeyHolder, 'tenant'>,
  { id, is_known: isKnown }: TextJobRow,
): Promise<void> {
  if (!isKnown) await markKnown(tenant, id)
}

async function findJobWith(
  { caller: { tenant }, whisperHash }: TextJobRequest,
  isOfKind: (job: TextJobRow) => boolean,
): Promise<TextJobRow | undefined> {
  const job = await findTextJob(tenant, { whisperHash })
  if (!job || !isOfKind(job)) return undefined
  await confirmJob({ tenant }, job)
  return job
}
