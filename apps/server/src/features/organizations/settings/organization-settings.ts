import type { OrganizationSettings } from '@recto/contract/organizations/organization-settings'
import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { Session } from '../../../platform/session.ts'
import { recordChange } from '../audit/record-change.ts'
import { findOrganization, updateOrganization } from '../organization/organizations.store.ts'

type Changes = {
  readonly [Name in keyof OrganizationSettings]?: OrganizationSettings[Name] | undefined
}

/** Returns what the organization restricts to admins, for whom it requires a second factor, and whether it allows agents. */
export async function readOrganizationSettings(tenant: Tenant): Promise<OrganizationSettings> {
  const organization = await findOrganization(tenant)
  if (!organization) throw notFound('organization')
  const {
    restrict_llm_adapter_creation,
    restrict_connector_creation,
    second_factor,
    allows_agents,
  } = organization
  return {
    restrict_llm_adapter_creation,
    restrict_connector_creation,
    second_factor,
    allows_agents,
  }
}

type ChangeSettingsRequest = {
  readonly actor: Actor
  readonly changes: Changes
  /** The proof that the session of the actor rests on. */
  readonly proof: Session['proof']
}

export async function changeOrganizationSettings(
  ctx: Pick<Context, 'db'>,
  { actor, changes, proof }: ChangeSettingsRequest,
): Promise<OrganizationSettings> {
  const { second_factor: secondFactor = 'optional' } = changes
  if (secondFactor !== 'optional' && proof === 'password') {
    throw invalid('second_factor', 'Set up a second factor for your own account first.')
  }
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const oldSettings = await readOrganizationSettings(tenant)
    const changedEntries = Object.entries(changes).filter(([, value]) => value !== undefined)
    const newSettings = {
      ...oldSettings,
      ...Object.fromEntries(changedEntries),
    } as OrganizationSettings
    await updateOrganization(tenant, newSettings)
    const { id, name } = actor.organization
    const subject = { type: 'organization', id: String(id), name }
    await recordChange(tenant, actor, {
      action: 'organization.changed',
      subject,
      before: oldSettings,
      after: newSettings,
    })
    return newSettings
  })
}
