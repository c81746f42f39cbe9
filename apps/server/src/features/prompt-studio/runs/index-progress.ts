import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listProjectRuns } from '../queue/list-project-runs.ts'
import type { RunRow } from '../queue/runs.store.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { getDefaultProfile } from '../rows/project-profiles.ts'

export type IndexProgress = 'none' | 'under way' | 'done' | 'failed'

type ProjectRequest = { readonly actor: Actor; readonly projectId: string }

/** Loads the indexing progress of each document of a project under its default profile. */
export async function loadIndexProgress(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<(documentId: string) => IndexProgress> {
  const tenant = tenantOf(ctx, actor)
  const profileId = (await getDefaultProfile(tenant, projectId)).id
  const [indexes, runs] = await Promise.all([
    listIndexRows(tenant, { profileId }),
    listProjectRuns(ctx, { actor, projectId }),
  ])
  const indexedIds = new Set(indexes.map(({ document_id }) => document_id))
  const isIndexingOf = (documentId: string) => (run: RunRow) =>
    run.kind === 'index' && run.document_id === documentId && run.profile_id === profileId
  return (documentId) => {
    if (indexedIds.has(documentId)) return 'done'
    const run = runs.find(isIndexingOf(documentId))
    if (run?.state === 'failed') return 'failed'
    return run ? 'under way' : 'none'
  }
}
