import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextJob, markKnown, type TextJobRow } from './text-jobs.store.ts'

export type TextJobRequest = { readonly caller: KeyHolder; readonly whisperHash: string }

/** Finds a job of the caller's organization that has a text, and records that the client knows it. */
export const findJob = (request: TextJobRequest): Promise<TextJobRow | undefined> =>
  findJobWith(request, ({ options }) => options.output !== 'parts')

/** Finds a job that splits a file, and records that the client knows it. */
export const findSplitJob = (request: TextJobRequest): Promise<TextJobRow | undefined> =>
  findJobWith(request, ({ options }) => options.output === 'parts')

async function findJobWith(
  { caller: { tenant }, whisperHash }: TextJobRequest,
  isOfKind: (job: TextJobRow) => boolean,
): Promise<TextJobRow | undefined> {
  const job = await findTextJob(tenant, { whisperHash })
  if (!job || !isOfKind(job)) return undefined
  if (!job.is_known) await markKnown(tenant, job.id)
  return job
}
