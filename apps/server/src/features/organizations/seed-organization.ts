import type { Context } from '../../platform/context.ts'
import { findMark, setMark } from '../../platform/db/marks.ts'
import { createAccount } from './accounts/create-account.ts'
import { addMember } from './members/add-member.ts'
import { createOrganization } from './organization/create-organization.ts'

type Needs = Pick<Context, 'db' | 'events' | 'config'>

const mark = 'seeded:organizations'

/**
 * The one organization and its admin, made once in the life of an installation: what a user
 * deleted or renamed later is not made again. Returns whether it was made now. Of
 * several processes, one at a time may call it.
 */
export async function seedOrganization(
  { db, events, config }: Needs,
  choosePassword: () => Promise<string>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const within = { db: trx, events }
    if ((await findMark(within, mark)) !== undefined) return false

    const slug = config.organization
    const organization = await createOrganization(within, { slug, displayName: slug })
    const { username, email } = config.admin
    const password = await choosePassword()
    const admin = await createAccount(within, { username, email, password })
    await addMember(within, { organizationId: organization.id, userId: admin.id, role: 'admin' })
    await setMark(within, mark, slug)
    return true
  })
}
