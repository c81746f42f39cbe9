import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import type { Session } from '../../../platform/session.ts'
import { deleteExpiredSessions, findSessionByHash, insertSession } from './sessions.store.ts'

export const sessionSeconds = 86_400

export type StartedSession = { readonly token: string; readonly csrfToken: string }

export const randomToken = () => randomBytes(32).toString('base64url')

/** Opens a session for a user whose identity is proved. The token goes into the cookie only. */
export async function startSession(db: Db, userId: number): Promise<StartedSession> {
  const token = randomToken()
  const csrfToken = randomToken()
  await deleteExpiredSessions(db)
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    csrfToken,
    logEventsId: randomToken(),
    lifeSeconds: sessionSeconds,
  })
  return { token, csrfToken }
}

/** The session that a cookie names, while it lives. */
export async function findSession(db: Db, token: string): Promise<Session | undefined> {
  return findSessionByHash(db, hashToken(token))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
