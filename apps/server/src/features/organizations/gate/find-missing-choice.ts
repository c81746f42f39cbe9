import type { AccessCode } from '@recto/contract/organizations/access'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { listOrganizationsOf } from '../organization/organizations.store.ts'

/**
 * Returns the code which says that the person belongs to several organizations and the session has
 * entered none of them; `undefined` in any other case.
 */
export async function findMissingChoice(
  { db }: Pick<Context, 'db'>,
  session: Session | null,
): Promise<AccessCode | undefined> {
  if (!session || session.actor) return undefined
  const organizations = await listOrganizationsOf({ db }, session.user.id)
  return organizations.length > 1 ? 'UMM' : undefined
}
