import { permits } from '@recto/contract/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type Deployed, type DeployedName, findDeployed } from '../../platform/db/deployed.ts'
import type { NotificationRow } from './notifications.store.ts'

/** Who may change a deployment says who hears of its runs, and reads what opens their addresses. */
export const mayNotifyOf = (actor: Actor, { kind, facts }: Deployed): boolean =>
  permits(actor, `${kind}/change`, facts)

/** Throws 404 for what is not there, 403 for what only others may do. */
export async function getOwner(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  name: DeployedName,
): Promise<Deployed> {
  const owner = await findDeployed(tenantOf(ctx, actor), name)
  if (!owner || !permits(actor, `${name.kind}/see`, owner.facts)) {
    throw notFound(name.kind === 'deployment' ? 'API deployment' : 'pipeline')
  }
  if (!mayNotifyOf(actor, owner)) throw forbidden()
  return owner
}

type Owned = Pick<NotificationRow, 'deployment_id' | 'pipeline_id'>

export const ownerName = ({ deployment_id, pipeline_id }: Owned): DeployedName =>
  deployment_id
    ? { kind: 'deployment', id: deployment_id }
    : { kind: 'pipeline', id: pipeline_id ?? '' }
