import type { Tenant } from '../../../platform/db/database.ts'
import {
  findFilesInProgress,
  findPlansOfSameWork,
  listHistories,
  type ProcessedFileRow,
} from './source-files.store.ts'
import type { SourceListing } from './source-listing.ts'

/** The work of an execution that is in progress, or that might be started. */
export type PlannedWork = Pick<SourceListing, 'sameWorkByPlan'> & {
  readonly execution: Pick<SourceListing['execution'], 'id' | 'workflow_id' | 'plan_hash'>
}

type PlannedFile = { readonly plan_hash: string }

/**
 * Lists what has been done with files at these paths by the plan of the execution, or by one that differs only in which
 * files it selects: a pipeline with another folder does not process the files of its other folders again.
 */
export async function listProcessedFiles(
  tenant: Tenant,
  work: PlannedWork,
  paths: readonly string[],
): Promise<readonly ProcessedFileRow[]> {
  const histories = await listHistories(tenant, work.execution.workflow_id, paths)
  return filterSameWork(tenant, work, histories)
}

/** Finds files at these paths that other runs will process and deliver in the same way. */
export async function listFilesInProgress(
  tenant: Tenant,
  listing: SourceListing,
  paths: readonly string[],
) {
  return filterSameWork(
    tenant,
    listing,
    await findFilesInProgress(tenant, listing.execution, paths),
  )
}

async function filterSameWork<File extends PlannedFile>(
  tenant: Tenant,
  { execution, sameWorkByPlan }: PlannedWork,
  files: readonly File[],
): Promise<readonly File[]> {
  const newHashes = new Set(
    files.map(({ plan_hash }) => plan_hash).filter((hash) => !sameWorkByPlan.has(hash)),
  )
  if (newHashes.size > 0) {
    const sameHashes = await findPlansOfSameWork(tenant, execution.plan_hash, [...newHashes])
    for (const hash of newHashes) sameWorkByPlan.set(hash, sameHashes.has(hash))
  }
  return files.filter(({ plan_hash }) => sameWorkByPlan.get(plan_hash))
}
