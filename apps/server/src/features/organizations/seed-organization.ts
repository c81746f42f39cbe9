import type { Context } from '../../platform/context.ts'
import { createAccount } from './accounts/create-account.ts'
import { addMember } from './members/add-member.ts'
import { createOrganization } from './organization/create-organization.ts'

type Needs = Pick<Context, 'db' | 'events' | 'config'>

const mark = 'seeded:organizations'

/**
 * The one organization and its admin, made once in the life of an installation: what a user
 * deleted or renamed later is not made again. Answers whether it was made now. Of
 * several processes, one at a time may call it.
 */
export async function seedOrganization(
  { db, events, config }: Needs,
  choosePassword: () => Promise<string>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const done = await trx
      .selectFrom('installation')
      .select('key')
      .where('key', '=', mark)
      .executeTakeFirst()
    if (done) return false

    const slug = config.organization
    const organization = await createOrganization(trx, { slug, displayName: slug })
    const { username, email } = config.admin
    const password = await choosePassword()
    const admin = await createAccount(trx, { username, email, password })
    await addMember(
      { db: trx, events },
      { organizationId: organization.id, userId: admin.id, role: 'admin' },
    )
    await trx.insertInto('installation').values({ key: mark, value: slug }).execute()
    return true
  })
}
