import type { SecondFactors } from '@recto/contract/organizations/second-factor'
import { conflict, invalid, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import { listPasskeys } from '../factors/passkeys.store.ts'
import {
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  findUnconfirmedAuthenticator,
  hasSecondFactor,
  insertAuthenticator,
} from '../factors/second-factor.store.ts'
import { createTotpSecret, findTotpStep, totpAddress } from '../factors/totp.ts'
import { deleteSessionsOf, updateProof } from '../sign-in/sessions.store.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { clearProofWithoutFactor, saveNewCodes } from './factors-of-account.ts'

type Dependencies = Pick<Context, 'db' | 'vault' | 'events'>
type OwnerRequest = { readonly session: Session; readonly password: string | undefined }

export async function readSecondFactors(
  ctx: Pick<Context, 'db'>,
  { user: { id } }: Session,
): Promise<SecondFactors> {
  const [account, authenticator, recoveryCodes, passkeys] = await Promise.all([
    findAccount(ctx, id),
    findAuthenticator(ctx, id),
    countRecoveryCodes(ctx, id),
    listPasskeys(ctx, id),
  ])
  return {
    authenticator: authenticator ? { created_at: presentTime(authenticator.created_at) } : null,
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      created_at: presentTime(created_at),
      used_at: used_at && presentTime(used_at),
    })),
    recovery_codes_left: recoveryCodes,
    has_password: account?.password_hash !== null,
  }
}

/** Creates a secret for an authenticator app, which counts once a code has confirmed it. */
export async function startAuthenticator(
  ctx: Dependencies,
  { session, password }: OwnerRequest,
): Promise<{ readonly secret: string; readonly address: string }> {
  await confirmIdentity(ctx, { session, password })
  const secret = createTotpSecret()
  const { id: userId, username } = session.user
  const sealedSecret = ctx.vault.seal(secret)
  if (!(await insertAuthenticator(ctx, { userId, sealedSecret }))) {
    throw conflict('You already have an authenticator app. Remove it first.')
  }
  return { secret, address: totpAddress(secret, username) }
}

/** Adds the authenticator app and ends all other sessions. Returns recovery codes if the account had none. */
export async function finishAuthenticator(
  ctx: Dependencies,
  { session, code }: { readonly session: Session; readonly code: string },
): Promise<readonly string[]> {
  const { user, place } = session
  const authenticator = await findUnconfirmedAuthenticator(ctx, user.id)
  if (!authenticator) throw notFound('new authenticator app')
  const secret = ctx.vault.open(authenticator.sealed_secret)
  const step = findTotpStep(secret, code.replace(/\s/g, ''), new Date())
  if (step === undefined) {
    throw invalid('code', 'This code is wrong. Check that the clock of your device is right.')
  }
  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    if (!(await confirmAuthenticator(transaction, authenticator, step))) {
      throw notFound('new authenticator app')
    }
    const hasCodes = (await countRecoveryCodes(transaction, user.id)) > 0
    const codes = hasCodes ? [] : await saveNewCodes(transaction, user.id)
    await deleteSessionsOf(transaction, user.id, { exceptId: session.id })
    await updateProof(transaction, user.id, { from: 'password', to: 'second-factor' })
    await recordOfAccount(transaction, { account: user, action: 'second-factor.added', place })
    await notifyOwner(transaction, user, 'authenticator-added')
    return codes
  })
}

/** Removes the authenticator app, and the recovery codes if nothing is left that they stand in for. */
export async function removeAuthenticator(
  ctx: Dependencies,
  { session, password }: OwnerRequest,
): Promise<void> {
  await confirmIdentity(ctx, { session, password })
  const { user, place } = session
  await ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    if (!(await deleteAuthenticator(transaction, user.id))) throw notFound('authenticator app')
    await clearProofWithoutFactor(transaction, user.id)
    await recordOfAccount(transaction, { account: user, action: 'second-factor.removed', place })
    await notifyOwner(transaction, user, 'authenticator-removed')
  })
}

export async function renewRecoveryCodes(
  ctx: Dependencies,
  { session, password }: OwnerRequest,
): Promise<readonly string[]> {
  await confirmIdentity(ctx, { session, password })
  const { user, place } = session
  if (!(await hasSecondFactor(ctx, user.id))) throw notFound('second factor')
  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const codes = await saveNewCodes(transaction, user.id)
    await recordOfAccount(transaction, { account: user, action: 'recovery-codes.renewed', place })
    await notifyOwner(transaction, user, 'recovery-codes-renewed')
    return codes
  })
}
