import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listProjectRuns } from '../queue/list-project-runs.ts'
import type { RunRow } from '../queue/runs.store.ts'
import { getDefaultProfile } from '../rows/get-default-profile.ts'
import { listIndexRows } from '../rows/indexes.store.ts'

export type IndexProgress = 'none' | 'under way' | 'done' | 'failed'

type OfProject = { readonly actor: Actor; readonly projectId: string }

/** How far the reading of a project's documents under its default profile is. */
export async function indexStates(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OfProject,
): Promise<(documentId: string) => IndexProgress> {
  const tenant = tenantOf(ctx, actor)
  const profileId = (await getDefaultProfile(tenant, projectId)).id
  const [indexes, runs] = await Promise.all([
    listIndexRows(tenant, { profileId }),
    listProjectRuns(ctx, { actor, projectId }),
  ])
  const done = new Set(indexes.map(({ document_id }) => document_id))
  const isOf = (documentId: string) => (run: RunRow) =>
    run.kind === 'index' && run.document_id === documentId && run.profile_id === profileId
  return (documentId) => {
    if (done.has(documentId)) return 'done'
    const run = runs.find(isOf(documentId))
    if (run?.state === 'failed') return 'failed'
    return run ? 'under way' : 'none'
  }
}
