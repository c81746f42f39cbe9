import type { Context } from '../../../platform/context.ts'
import { findAccountByName } from '../accounts/accounts.store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { countSignIn } from './slow-down.ts'
import {
  randomToken,
  type SessionPlace,
  type StartedSession,
  startSession,
} from './start-session.ts'

type SignInRequest = {
  readonly username: string
  readonly password: string
  readonly place: SessionPlace
  readonly browserToken: string | undefined
}

export type SignInOutcome =
  | { readonly state: 'wait'; readonly seconds: number }
  /**
   * The reply does not reveal whether the name or the password is wrong; `isAccount` is only for
   * the log.
   */
  | { readonly state: 'wrong'; readonly isAccount: boolean }
  | {
      readonly state: 'started'
      readonly userId: number
      readonly session: StartedSession
      /** Token by which the browser is recognized next time. */
      readonly browserToken: string
    }

export async function signInByPassword(
  ctx: Pick<Context, 'db' | 'config'>,
  { username, password, place, browserToken }: SignInRequest,
): Promise<SignInOutcome> {
  const account = await findAccountByName(ctx, username)
  // Attempts by user name and by address count together: they guess the password of the same
  // account.
  const countedUsername = account?.username ?? username
  const attempt = await countSignIn(ctx, {
    username: countedUsername,
    address: place.address,
    browserToken,
  })
  if (attempt.waitSeconds !== undefined) return { state: 'wait', seconds: attempt.waitSeconds }
  const isRight = await isPassword(account?.password_hash ?? null, password)
  if (!account || !isRight) return { state: 'wrong', isAccount: account !== undefined }
  const token = browserToken ?? randomToken()
  await attempt.succeed(token)
  const session = await startSession(ctx, account.id, place)
  return { state: 'started', userId: account.id, session, browserToken: token }
}
