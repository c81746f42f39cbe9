import type { Context } from '../../../platform/context.ts'
import type { SocketSession } from '../../../platform/sockets/sockets.ts'
import { findLiveSessions } from './sessions.store.ts'
import { hashToken, idleLimit } from './start-session.ts'

type Needs = Pick<Context, 'db' | 'config'>

/** The session of a browser that opens a socket. A page that only stays open does not use its session. */
export async function findSocketSession(
  ctx: Needs,
  token: string | undefined,
): Promise<SocketSession | undefined> {
  if (!token) return undefined
  const [session] = await findSocketSessions(ctx, [hashToken(token)])
  return session
}

export function findSocketSessions(
  { db, config }: Needs,
  tokenHashes: readonly string[],
): Promise<readonly SocketSession[]> {
  return findLiveSessions({ db }, tokenHashes, idleLimit(config))
}
