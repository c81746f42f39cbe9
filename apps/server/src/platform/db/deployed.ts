import type { Facts } from '@recto/contract/permits'
import type { Tenant } from './database.ts'
import { accessOf } from './sharing.ts'

/** What answers for runs of a workflow: an API deployment, or a pipeline. */
type DeployedKind = 'deployment' | 'pipeline'
export type DeployedName = { readonly kind: DeployedKind; readonly id: string }

export type Deployed = DeployedName & {
  readonly name: string
  readonly isActive: boolean
  /** What the policy asks of it. */
  readonly facts: Facts
}

/**
 * For rooms below those of deployments and pipelines, which serve both: its keys, and who hears of its
 * runs. `undefined` when the organization has none of the name.
 */
export async function findDeployed(
  tenant: Tenant,
  { kind, id }: DeployedName,
): Promise<Deployed | undefined> {
  const row = await (kind === 'deployment' ? deploymentRow(tenant, id) : pipelineRow(tenant, id))
  if (!row) return undefined
  const access = await accessOf(tenant, kind === 'deployment' ? 'api_deployment' : 'pipeline', [id])
  const { name, is_active: isActive, created_by } = row
  return { kind, id, name, isActive, facts: { created_by, shared_to_org: true, ...access(id) } }
}

const deploymentRow = ({ db, organizationId }: Tenant, id: string) =>
  db
    .selectFrom('api_deployment')
    .select(['display_name as name', 'is_active', 'created_by'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

const pipelineRow = ({ db, organizationId }: Tenant, id: string) =>
  db
    .selectFrom('pipeline')
    .select(['name', 'is_active', 'created_by'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
