import type { Context } from '../../platform/context.ts'
import {
  findInstallationValue,
  setInstallationValueOnce,
} from '../../platform/db/installation-values.ts'
import { createAccount } from './accounts/create-account.ts'
import { addMember } from './members/add-member.ts'
import { createOrganization } from './organization/create-organization.ts'

type SeedOrganizationDependencies = Pick<Context, 'db' | 'events' | 'config' | 'vault'>

const mark = 'seeded:organizations'

/**
 * Creates the first organization and its admin, once in the lifetime of an installation: what a
 * user has deleted or renamed since is not created again. Returns whether it was created by this
 * call. Only one process at a time may call it.
 */
export async function seedOrganization(
  { db, events, config, vault }: SeedOrganizationDependencies,
  choosePassword: () => Promise<string>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const transaction = { db: trx, events, vault }
    if ((await findInstallationValue(transaction, mark)) !== undefined) return false

    const slug = config.organization
    const organization = await createOrganization(transaction, { slug, displayName: slug })
    const { username, email } = config.admin
    const password = await choosePassword()
    const admin = await createAccount(transaction, { username, email, password })
    await addMember(transaction, {
      organizationId: organization.id,
      userId: admin.id,
      role: 'admin',
    })
    await setInstallationValueOnce(transaction, mark, slug)
    return true
  })
}
