import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { namesOfReferrers } from '../../platform/db/referrers.ts'
import { getWorkflow } from './get-workflow.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** What is built on it, by its names: while there is anything, its ends must stay as they are. */
export async function findDependants(ctx: Pick<Context, 'db'>, { actor, id }: Input) {
  await getWorkflow(ctx, { actor, id })
  return namesOfReferrers(tenantOf(ctx, actor), id)
}
