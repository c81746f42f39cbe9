import type { Context } from '../../../platform/context.ts'
import { type AccountRow, findAccountByName } from '../accounts/accounts.store.ts'
import { isPassword } from '../accounts/passwords.ts'
import { failedSignIns } from '../audit/failed-sign-ins.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { beginSecondStep } from './second-step.ts'
import { countSignIn, freeFailuresOfPair } from './slow-down.ts'
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
  /** The account has a second factor, which is asked for next. */
  | {
      readonly state: 'second-step'
      readonly userId: number
      readonly stepToken: string
      readonly browserToken: string
    }
  | {
      readonly state: 'started'
      readonly userId: number
      readonly session: StartedSession
      /** Token by which the browser is recognized next time. */
      readonly browserToken: string
    }

export async function signInByPassword(
  ctx: Pick<Context, 'db' | 'config' | 'batchedWrites'>,
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
  if (!account || !isRight) {
    // An attempt that has to wait is not recorded: their number has no limit.
    if (account) ctx.batchedWrites.add(failedSignIns, { account, place })
    return { state: 'wrong', isAccount: account !== undefined }
  }
  const token = browserToken ?? randomToken()
  const failures = await attempt.succeed(token)
  await recordUnlocked(ctx, { account, place, failures })
  const stepToken = await beginSecondStep(ctx, account.id)
  if (stepToken !== undefined) {
    return { state: 'second-step', userId: account.id, stepToken, browserToken: token }
  }
  const session = await startSession(ctx, account.id, place)
  return { state: 'started', userId: account.id, session, browserToken: token }
}

type SignInAfterFailures = Pick<SignInRequest, 'place'> & {
  readonly account: AccountRow
  /** Number of earlier attempts that failed, from this network or this browser. */
  readonly failures: number
}

/** Records that failed attempts no longer slow down the sign-in of the account. */
async function recordUnlocked(
  ctx: Pick<Context, 'db'>,
  { account, place, failures }: SignInAfterFailures,
): Promise<void> {
  if (failures < freeFailuresOfPair) return
  await recordOfAccount(ctx, {
    account,
    action: 'sign-in.unlocked',
    place,
    before: { failed_attempts: failures },
  })
}
