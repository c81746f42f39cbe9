import { permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import {
  findPublishedWorkflow,
  type PublishedWorkflow,
  type PublishedWorkflowKey,
} from '../../platform/db/published-workflows.ts'
import type { NotificationRow } from './notifications.store.ts'

/** Subject of a notification: a deployment, a pipeline, or the budget of the organization. */
export type OwnerName = PublishedWorkflowKey | { readonly kind: 'budget' }

/**
 * Users who may change a deployment or pipeline also manage its notifications, including their
 * credentials.
 */
const mayNotifyOf = (actor: Actor, { kind, facts }: PublishedWorkflow): boolean =>
  permits(actor, `${kind}/change`, facts)

/** Whether the owner exists and the actor may manage its notifications. */
export async function mayNotify(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  name: OwnerName,
): Promise<boolean> {
  if (name.kind === 'budget') return actor.role === 'admin'
  const owner = await findPublishedWorkflow(tenantOf(ctx, actor), name)
  return owner !== undefined && mayNotifyOf(actor, owner)
}

/**
 * Throws 404 when the owner does not exist or the actor may not see it, 403 when the actor may not
 * manage its notifications.
 */
export async function assertMayNotify(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  name: OwnerName,
): Promise<void> {
  if (name.kind === 'budget') {
    if (actor.role !== 'admin') throw notFound('notification')
    return
  }
  const owner = await findPublishedWorkflow(tenantOf(ctx, actor), name)
  if (!owner || !permits(actor, `${name.kind}/see`, owner.facts)) {
    throw notFound(name.kind === 'deployment' ? 'API deployment' : 'pipeline')
  }
  if (!mayNotifyOf(actor, owner)) throw forbidden()
}

type NotificationOwnerOptions = Pick<NotificationRow, 'deployment_id' | 'pipeline_id'>

export function ownerName({ deployment_id, pipeline_id }: NotificationOwnerOptions): OwnerName {
  if (deployment_id) return { kind: 'deployment', id: deployment_id }
  return pipeline_id ? { kind: 'pipeline', id: pipeline_id } : { kind: 'budget' }
}
