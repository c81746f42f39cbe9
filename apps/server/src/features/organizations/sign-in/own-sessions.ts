import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import {
  deleteSessionOf,
  deleteSessionsOf,
  findSessionsOf,
  type SessionRow,
} from './sessions.store.ts'
import { idleLimit } from './start-session.ts'

/** Lists the sessions of the user. */
export async function listOwnSessions(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { user }: Session,
): Promise<SessionRow[]> {
  return findSessionsOf({ db }, user.id, idleLimit(config))
}

export async function endOwnSession(
  { db }: Pick<Context, 'db'>,
  { session, id }: { readonly session: Session; readonly id: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isEnded = await deleteSessionOf({ db: trx }, { userId: session.user.id, id })
    if (!isEnded) throw notFound('session')
    await recordEnded({ db: trx }, session, { sessions: 'one' })
  })
}

const recordEnded = (
  transaction: Pick<Context, 'db'>,
  { user, place }: Session,
  endedSessions: { readonly sessions: 'one' | 'all others' },
) =>
  recordOfAccount(transaction, {
    account: user,
    action: 'session.ended',
    place,
    before: endedSessions,
  })

export async function endOtherSessions(
  { db }: Pick<Context, 'db'>,
  session: Session,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteSessionsOf({ db: trx }, session.user.id, { exceptId: session.id })
    await recordEnded({ db: trx }, session, { sessions: 'all others' })
  })
}
