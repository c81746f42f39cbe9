import type { Context } from '../../../platform/context.ts'
import { createRecoveryCodes, hashRecoveryCode } from '../factors/recovery-codes.ts'
import { hasSecondFactor, replaceRecoveryCodes } from '../factors/second-factor.store.ts'
import { updateProof } from '../sign-in/sessions.store.ts'

/** Replaces the recovery codes of an account. Returns the new ones, which are not stored in clear. */
export async function saveNewCodes(
  transaction: Pick<Context, 'db'>,
  userId: number,
): Promise<readonly string[]> {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(transaction, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Without a second factor, recovery codes prove nothing, and neither do the sessions. */
export async function clearProofWithoutFactor(
  transaction: Pick<Context, 'db'>,
  userId: number,
): Promise<void> {
  if (await hasSecondFactor(transaction, userId)) return
  await replaceRecoveryCodes(transaction, userId, [])
  await updateProof(transaction, userId, { from: 'second-factor', to: 'password' })
}
