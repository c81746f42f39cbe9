import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'
import type { Context, RequestPlace } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { isPlatformAdmin } from '../accounts/is-platform-admin.ts'
import { deleteEndedSessions, findSessionByHash, insertSession } from './sessions.store.ts'

type StartSessionDependencies = Pick<Context, 'db' | 'config'>

/** Address and browser with which a session was started, so that its owner recognizes it. */
export type SessionPlace = Omit<RequestPlace, 'keyName'>

/** The place, and what the user has proved: a password unless stated. */
type SessionStart = SessionPlace & { readonly proof?: NonNullable<Session['proof']> }

export type StartedSession = { readonly token: string; readonly csrfToken: string }

export const randomToken = () => randomBytes(32).toString('base64url')

export const sessionSeconds = ({ sessionHours }: Pick<Config, 'sessionHours'>) =>
  sessionHours * 3600

export const idleLimit = ({ sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>) => ({
  idleMinutes: sessionIdleMinutes,
})

const maxBrowserLength = 300

/** Starts a session for a user whose identity is proved. The token is stored only in the cookie. */
export async function startSession(
  { db, config }: StartSessionDependencies,
  userId: number,
  { address, browser, proof = 'password' }: SessionStart,
): Promise<StartedSession> {
  const token = randomToken()
  const csrfToken = randomToken()
  await deleteEndedSessions({ db }, idleLimit(config))
  await insertSession(
    { db },
    {
      tokenHash: hashToken(token),
      userId,
      csrfToken,
      logEventsId: randomToken(),
      lifeSeconds: sessionSeconds(config),
      address,
      browser: browser.slice(0, maxBrowserLength),
      proof,
    },
  )
  return { token, csrfToken }
}

/** Finds the live session of a cookie. */
export async function findSession(
  { db, config }: StartSessionDependencies,
  token: string,
): Promise<Session | undefined> {
  const sessionByHash = await findSessionByHash({ db }, hashToken(token), idleLimit(config))
  if (!sessionByHash) return undefined
  const { isAddressProved, ...session } = sessionByHash
  const account = { ...session.user, isAddressProved }
  return { ...session, isPlatformAdmin: isPlatformAdmin(config, account) }
}

/** Hashes a session token: only the hash is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
