import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { isPlatformAdmin } from '../accounts/is-platform-admin.ts'
import { deleteEndedSessions, findSessionByHash, insertSession } from './sessions.store.ts'

type Needs = Pick<Context, 'db' | 'config'>

/** Where a session is begun, for its owner to recognize. */
export type SessionPlace = { readonly address: string; readonly browser: string }

export type StartedSession = { readonly token: string; readonly csrfToken: string }

export const randomToken = () => randomBytes(32).toString('base64url')

export const sessionSeconds = ({ sessionHours }: Pick<Config, 'sessionHours'>) =>
  sessionHours * 3600

export const idleLimit = ({ sessionIdleMinutes }: Pick<Config, 'sessionIdleMinutes'>) => ({
  idleMinutes: sessionIdleMinutes,
})

const maxBrowserLength = 300

/** Opens a session for a user whose identity is proved. The token goes into the cookie only. */
export async function startSession(
  { db, config }: Needs,
  userId: number,
  { address, browser }: SessionPlace,
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
    },
  )
  return { token, csrfToken }
}

/** The session that a cookie names, while it lives. */
export async function findSession(
  { db, config }: Needs,
  token: string,
): Promise<Session | undefined> {
  const found = await findSessionByHash({ db }, hashToken(token), idleLimit(config))
  if (!found) return undefined
  const { isAddressProved, ...session } = found
  const account = { ...session.user, isAddressProved }
  return { ...session, isPlatformAdmin: isPlatformAdmin(config, account) }
}

/** A cookie is nowhere stored; this is. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
