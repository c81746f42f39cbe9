import type { Context } from '../../../platform/context.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { consumeRecoveryCode, consumeStep, findAuthenticator } from './second-factor.store.ts'
import { findTotpStep } from './totp.ts'

/** Uses up a code of the authenticator app or a recovery code; `undefined` if it is neither. */
export async function proveByCode(
  ctx: Pick<Context, 'db' | 'vault'>,
  userId: number,
  code: string,
): Promise<'authenticator' | 'recovery-code' | undefined> {
  const plainCode = code.replace(/\s/g, '')
  const authenticator = await findAuthenticator(ctx, userId)
  if (authenticator) {
    const secret = ctx.vault.open(authenticator.sealed_secret)
    const step = findTotpStep(secret, plainCode, new Date())
    if (step !== undefined) {
      return (await consumeStep(ctx, userId, step)) ? 'authenticator' : undefined
    }
  }
  return proveByRecoveryCode(ctx, userId, plainCode)
}

/** Uses up a recovery code; `undefined` if it is none. */
export async function proveByRecoveryCode(
  ctx: Pick<Context, 'db'>,
  userId: number,
  code: string,
): Promise<'recovery-code' | undefined> {
  const isRecoveryCode = await consumeRecoveryCode(ctx, userId, hashRecoveryCode(code))
  return isRecoveryCode ? 'recovery-code' : undefined
}
