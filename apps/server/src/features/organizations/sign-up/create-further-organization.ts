import type { Context, RequestPlace } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import { type Equip, foundOrganization } from '../founding/found-organization.ts'
import type { OrganizationRow } from '../organization/organizations.store.ts'
import { countSensitiveRequest } from '../sign-in/slow-down.ts'
import { signUpIsClosed } from './sign-up.ts'

type CreateFurtherOrganizationOptions = {
  readonly user: Session['user']
  readonly slug: string
  readonly displayName: string
  readonly place: RequestPlace
}

/** Creates a further organization for an existing account; only where sign-up is open. */
export async function createFurtherOrganization(
  ctx: Context,
  equip: Equip,
  { user, slug, displayName, place }: CreateFurtherOrganizationOptions,
): Promise<OrganizationRow> {
  if (ctx.config.access.signUp !== 'open') throw signUpIsClosed()
  const waitSeconds = await countSensitiveRequest(ctx, {
    purpose: 'sign-up',
    address: place.address,
  })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  return ctx.db
    .transaction()
    .execute((db) =>
      foundOrganization({ ...ctx, db }, equip, { founder: user, place, displayName, slug }),
    )
}
