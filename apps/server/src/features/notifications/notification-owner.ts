import { permits } from '@recto/contract/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type Deployed, type DeployedName, findDeployed } from '../../platform/db/deployed.ts'
import type { NotificationRow } from './notifications.store.ts'

/** Of whose news there is to hear: a deployment, a pipeline, or the budget of the organization. */
export type OwnerName = DeployedName | { readonly kind: 'budget' }

/** Who may change a deployment says who hears of its runs, and reads what opens their addresses. */
const mayNotifyOf = (actor: Actor, { kind, facts }: Deployed): boolean =>
  permits(actor, `${kind}/change`, facts)

/** Whether what it is about is there, and the actor says who hears of it. */
export async function mayNotify(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  name: OwnerName,
): Promise<boolean> {
  if (name.kind === 'budget') return actor.role === 'admin'
  const owner = await findDeployed(tenantOf(ctx, actor), name)
  return owner !== undefined && mayNotifyOf(actor, owner)
}

/** Throws 404 for what is not there, 403 for what only others may do. */
export async function assertMayNotify(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  name: OwnerName,
): Promise<void> {
  if (name.kind === 'budget') {
    if (actor.role !== 'admin') throw notFound('notification')
    return
  }
  const owner = await findDeployed(tenantOf(ctx, actor), name)
  if (!owner || !permits(actor, `${name.kind}/see`, owner.facts)) {
    throw notFound(name.kind === 'deployment' ? 'API deployment' : 'pipeline')
  }
  if (!mayNotifyOf(actor, owner)) throw forbidden()
}

type Owned = Pick<NotificationRow, 'deployment_id' | 'pipeline_id'>

export function ownerName({ deployment_id, pipeline_id }: Owned): OwnerName {
  if (deployment_id) return { kind: 'deployment', id: deployment_id }
  return pipeline_id ? { kind: 'pipeline', id: pipeline_id } : { kind: 'budget' }
}
