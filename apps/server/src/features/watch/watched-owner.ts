import { permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  findPublishedWorkflow,
  type PublishedWorkflow,
  type PublishedWorkflowKey,
} from '../../platform/db/published-workflows.ts'

/** A deployment or pipeline, and who asks for it. */
export type OwnerRequest = { readonly actor: Actor; readonly owner: PublishedWorkflowKey }

/** Throws 404 if the actor may not see it. */
export async function getWatchedOwner(
  ctx: Pick<Context, 'db'>,
  { actor, owner: key }: OwnerRequest,
): Promise<PublishedWorkflow> {
  const owner = await findPublishedWorkflow(tenantOf(ctx, actor), key)
  if (!owner || !permits(actor, `${key.kind}/see`, owner.facts)) {
    throw notFound(key.kind === 'deployment' ? 'API deployment' : 'pipeline')
  }
  return owner
}

export const mayChangeOwner = (actor: Actor, { kind, facts }: PublishedWorkflow): boolean =>
  permits(actor, `${kind}/change`, facts)

/** Throws 404 if the actor may not see it, and 403 if the actor may not change it. */
export async function assertMayChangeOwner(
  ctx: Pick<Context, 'db'>,
  request: OwnerRequest,
): Promise<PublishedWorkflow> {
  const owner = await getWatchedOwner(ctx, request)
  if (!mayChangeOwner(request.actor, owner)) throw forbidden()
  return owner
}
