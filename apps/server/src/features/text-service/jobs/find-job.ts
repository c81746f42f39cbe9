import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextJob, markKnown, type TextJobRow } from './text-jobs.store.ts'

export type OfOneJob = { readonly admitted: KeyHolder; readonly whisperHash: string }

/** From now on the client is known to have heard of the job. Other organizations' jobs are not there. */
export async function findJob({
  admitted: { tenant },
  whisperHash,
}: OfOneJob): Promise<TextJobRow | undefined> {
  const job = await findTextJob(tenant, { whisperHash })
  if (job && !job.is_known) await markKnown(tenant, job.id)
  return job
}
