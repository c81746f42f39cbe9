import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextJob, markKnown, type TextJobRow } from './text-jobs.store.ts'

export type TextJobRequest = { readonly caller: KeyHolder; readonly whisperHash: string }

/** Finds a job of the caller's organization, and records that the client knows it. */
export async function findJob({
  caller: { tenant },
  whisperHash,
}: TextJobRequest): Promise<TextJobRow | undefined> {
  const job = await findTextJob(tenant, { whisperHash })
  if (job && !job.is_known) await markKnown(tenant, job.id)
  return job
}
