import type { Context } from '../../../platform/context.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { createToken, digestOf, inHours } from '../accounts/one-time-token.ts'
import { failedSignIns } from '../audit/failed-sign-ins.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { proveByCode, proveByRecoveryCode } from '../factors/prove-by-code.ts'
import { hasSecondFactor } from '../factors/second-factor.store.ts'
import { consumeSecondStep, findSecondStep, insertSecondStep } from './second-steps.store.ts'
import { countSecondStep } from './slow-down.ts'
import { type SessionPlace, type StartedSession, startSession } from './start-session.ts'

const maxHours = 1 / 6

/**
 * Begins the second step of a sign-in, if the account has a second factor. Returns the token that the
 * browser brings along.
 */
export async function beginSecondStep(
  ctx: Pick<Context, 'db'>,
  userId: number,
): Promise<string | undefined> {
  if (!(await hasSecondFactor(ctx, userId))) return undefined
  const { token, tokenHash } = createToken()
  await insertSecondStep(ctx, { tokenHash, userId, expiresAt: inHours(maxHours) })
  return token
}

type SecondStepRequest = {
  readonly token: string
  readonly code: string
  readonly place: SessionPlace
}

export type SecondStepOutcome =
  | { readonly state: 'expired' }
  | { readonly state: 'wait'; readonly seconds: number; readonly userId: number }
  | { readonly state: 'wrong'; readonly userId: number }
  | { readonly state: 'started'; readonly userId: number; readonly session: StartedSession }

/** Finishes a sign-in with a code of the authenticator app or a recovery code. */
export async function finishSecondStep(
  ctx: Pick<Context, 'db' | 'config' | 'vault' | 'events' | 'batchedWrites'>,
  { token, code, place }: SecondStepRequest,
): Promise<SecondStepOutcome> {
  const tokenHash = digestOf(token)
  const step = await findSecondStep(ctx, tokenHash)
  const account = step && (await findAccount(ctx, step.userId))
  if (!account) return { state: 'expired' }
  const { id: userId } = account
  const attempt = await countSecondStep(ctx, userId)
  const isDelayed = attempt.waitSeconds !== undefined
  // A recovery code cannot be guessed: wrong codes of a thief of the password must not keep the owner out.
  const prove = isDelayed ? proveByRecoveryCode : proveByCode
  const proof = await prove(ctx, userId, code)
  if (!proof && isDelayed) return { state: 'wait', seconds: attempt.waitSeconds, userId }
  if (!proof) {
    ctx.batchedWrites.add(failedSignIns, { account, place })
    return { state: 'wrong', userId }
  }
  if (!(await consumeSecondStep(ctx, tokenHash))) return { state: 'expired' }
  if (!isDelayed) await attempt.succeed('')
  if (proof === 'recovery-code') {
    await ctx.db.transaction().execute(async (db) => {
      const transaction = { ...ctx, db }
      await recordOfAccount(transaction, { account, action: 'recovery-code.used', place })
      await notifyOwner(transaction, account, 'recovery-code-used')
    })
  }
  const session = await startSession(ctx, userId, { ...place, proof: 'second-factor' })
  return { state: 'started', userId, session }
}
