import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
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
  const isEnded = await deleteSessionOf({ db }, { userId: session.user.id, id })
  if (!isEnded) throw notFound('session')
}

export async function endOtherSessions(
  { db }: Pick<Context, 'db'>,
  { user, id }: Session,
): Promise<void> {
  await deleteSessionsOf({ db }, user.id, { exceptId: id })
}
