import { createHash, randomBytes } from 'node:crypto'
import type { Installation } from '../../../platform/db/database.ts'
import type { Session } from '../../../platform/session.ts'
import { deleteExpiredSessions, findSessionByHash, insertSession } from './sessions.store.ts'

export const sessionSeconds = 86_400

export type StartedSession = { readonly token: string; readonly csrfToken: string }

export const randomToken = () => randomBytes(32).toString('base64url')

/** Opens a session for a user whose identity is proved. The token goes into the cookie only. */
export async function startSession(
  installation: Installation,
  userId: number,
): Promise<StartedSession> {
  const token = randomToken()
  const csrfToken = randomToken()
  await deleteExpiredSessions(installation)
  await insertSession(installation, {
    tokenHash: hashToken(token),
    userId,
    csrfToken,
    logEventsId: randomToken(),
    lifeSeconds: sessionSeconds,
  })
  return { token, csrfToken }
}

/** The session that a cookie names, while it lives. */
export async function findSession(
  installation: Installation,
  token: string,
): Promise<Session | undefined> {
  return findSessionByHash(installation, hashToken(token))
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
