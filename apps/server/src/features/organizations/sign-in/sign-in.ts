import type { Context } from '../../../platform/context.ts'
import { findAccountByName } from '../accounts/accounts.store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { takeSignIn } from './slow-down.ts'
import {
  randomToken,
  type SessionPlace,
  type StartedSession,
  startSession,
} from './start-session.ts'

type Input = {
  readonly username: string
  readonly password: string
  readonly place: SessionPlace
  readonly browserToken: string | undefined
}

type SignedIn =
  | { readonly state: 'wait'; readonly seconds: number }
  /** The name or the password: nobody says which. `isAccount` is for the log alone. */
  | { readonly state: 'wrong'; readonly isAccount: boolean }
  | {
      readonly state: 'started'
      readonly userId: number
      readonly session: StartedSession
      /** For the browser to be known by, the next time. */
      readonly browserToken: string
    }

export async function signIn(
  ctx: Pick<Context, 'db' | 'config'>,
  { username, password, place, browserToken }: Input,
): Promise<SignedIn> {
  const account = await findAccountByName(ctx, username)
  // Whether by name or by address: it is the same account whose password is guessed.
  const guessed = account?.username ?? username
  const attempt = await takeSignIn(ctx, {
    username: guessed,
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
