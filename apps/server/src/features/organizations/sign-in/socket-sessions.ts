import type { Context } from '../../../platform/context.ts'
import type { SocketSession } from '../../../platform/sockets/sockets.ts'
import { findLiveSessions } from './sessions.store.ts'
import { hashToken, idleLimit } from './start-session.ts'

type FindSocketSessionDependencies = Pick<Context, 'db' | 'config'>

/**
 * Finds the session of a browser that opens a socket. A page that is merely open does not count as
 * using the session.
 */
export async function findSocketSession(
  ctx: FindSocketSessionDependencies,
  token: string | undefined,
): Promise<SocketSession | undefined> {
  if (!token) return undefined
  const [session] = await findSocketSessions(ctx, [hashToken(token)])
  return session
}

export function findSocketSessions(
  { db, config }: FindSocketSessionDependencies,
  tokenHashes: readonly string[],
): Promise<readonly SocketSession[]> {
  return findLiveSessions({ db }, tokenHashes, idleLimit(config))
}
