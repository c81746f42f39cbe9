import type { RequestPlace } from '../../../platform/context.ts'
import type { Installation } from '../../../platform/db/database.ts'
import { listOrganizationsOf } from '../organization/organizations.store.ts'
import { type Doer, recordChange } from './record-change.ts'

type Account = { readonly id: number; readonly email: string }

type AccountChange = {
  readonly account: Account
  readonly action:
    | 'account.deletion-requested'
    | 'account.deletion-undone'
    | 'passkey.added'
    | 'passkey.removed'
    | 'passkey.renamed'
    | 'password.changed'
    | 'password.reset'
    | 'recovery-code.used'
    | 'recovery-codes.renewed'
    | 'second-factor.added'
    | 'second-factor.removed'
    | 'second-factor.reset'
    | 'session.ended'
    | 'sign-in.failed'
    | 'sign-in.unlocked'
  /** Absent for a command on the server. */
  readonly place: RequestPlace | undefined
  /** Set if somebody other than the owner changed the account. */
  readonly doer?: Doer
  readonly before?: object
}

/**
 * Writes an audit entry about an account for every organization that it belongs to, because each
 * must know who can enter it. Call it in the transaction of the change.
 */
export async function recordOfAccount(
  { db }: Installation,
  { account: { id, email }, action, place, doer, ...values }: AccountChange,
): Promise<void> {
  for (const { id: organizationId } of await listOrganizationsOf({ db }, id)) {
    await recordChange({ db, organizationId }, doer ?? { userId: id, email, place }, {
      action,
      subject: { type: 'account', id: String(id), name: email },
      ...values,
    })
  }
}
