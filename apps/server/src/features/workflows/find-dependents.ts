import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { countFilesInReview, listReferrers } from '../../platform/db/referrers.ts'
import { getWorkflow } from './get-workflow.ts'

type DependentsRequest = { readonly actor: Actor; readonly id: string }

/**
 * Lists the deployments and pipelines that use a workflow; while there are any, the types of its
 * endpoints cannot change. Also counts its documents in review.
 */
export async function findDependents(ctx: Pick<Context, 'db'>, { actor, id }: DependentsRequest) {
  await getWorkflow(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  return {
    ...(await listReferrers(tenant, actor, id)),
    inReviewCount: await countFilesInReview(tenant, id),
  }
}
