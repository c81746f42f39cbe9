import type { Facts } from '@recto/contract/policy/permits'
import type { Tenant } from './database.ts'
import { loadAccess } from './sharing.ts'

/** A published workflow is either an API deployment or a pipeline. */
type PublishedWorkflowKind = 'deployment' | 'pipeline'
export type PublishedWorkflowKey = { readonly kind: PublishedWorkflowKind; readonly id: string }

export type PublishedWorkflow = PublishedWorkflowKey & {
  readonly name: string
  readonly isActive: boolean
  /** Facts for the permission check. */
  readonly facts: Facts
}

/**
 * Feature modules that deployments and pipelines import, such as API keys and notifications, use
 * this instead of importing them. Returns `undefined` if the organization has no such workflow.
 */
export async function findPublishedWorkflow(
  tenant: Tenant,
  { kind, id }: PublishedWorkflowKey,
): Promise<PublishedWorkflow | undefined> {
  const row = await (kind === 'deployment'
    ? findDeploymentRow(tenant, id)
    : findPipelineRow(tenant, id))
  if (!row) return undefined
  const getAccess = await loadAccess(
    tenant,
    kind === 'deployment' ? 'api_deployment' : 'pipeline',
    [id],
  )
  const { name, is_active: isActive, created_by, shared_to_org } = row
  return { kind, id, name, isActive, facts: { created_by, shared_to_org, ...getAccess(id) } }
}

const findDeploymentRow = ({ db, organizationId }: Tenant, id: string) =>
  db
    .selectFrom('api_deployment')
    .select(['display_name as name', 'is_active', 'created_by', 'shared_to_org'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

const findPipelineRow = ({ db, organizationId }: Tenant, id: string) =>
  db
    .selectFrom('pipeline')
    .select(['name', 'is_active', 'created_by', 'shared_to_org'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
