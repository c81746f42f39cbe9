import type { AccessCode } from '@recto/contract/organizations/access'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { listOrganizationsOf } from '../organization/organizations.store.ts'

/**
 * Returns the code which says that the person must first set up a second factor, or that they belong to
 * several organizations and the session has entered none of them; `undefined` in any other case.
 */
export async function findMissingChoice(
  { db }: Pick<Context, 'db'>,
  session: Session | null,
): Promise<AccessCode | 'second_factor' | undefined> {
  if (!session || session.actor) return undefined
  if (session.needsSecondFactor) return 'second_factor'
  const organizations = await listOrganizationsOf({ db }, session.user.id)
  return organizations.length > 1 ? 'UMM' : undefined
}
