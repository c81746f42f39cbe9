import type { RegisteredPasskey } from '@recto/contract/organizations/second-factor'
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { conflict, invalid, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Session } from '../../../platform/session.ts'
import { inHours } from '../accounts/one-time-token.ts'
import { recordOfAccount } from '../audit/record-of-account.ts'
import { notifyOwner } from '../factors/notify-owner.ts'
import {
  challengeHours,
  consumeChallenge,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  saveChallenge,
} from '../factors/passkeys.store.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { countRecoveryCodes } from '../factors/second-factor.store.ts'
import { deleteSessionsOf, updateProof } from '../sign-in/sessions.store.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { clearProofWithoutFactor, saveNewCodes } from './factors-of-account.ts'

type Dependencies = Pick<Context, 'db' | 'vault' | 'events'>

const maxPasskeys = 20

type StartRequest = {
  readonly session: Session
  readonly password: string | undefined
  readonly site: RelyingParty
}

/** Returns what a browser needs to create a passkey for the account. */
export async function startPasskey(
  ctx: Dependencies,
  { session, password, site }: StartRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await confirmIdentity(ctx, { session, password })
  const { id: userId, username } = session.user
  const passkeys = await listPasskeys(ctx, userId)
  if (passkeys.length >= maxPasskeys) {
    throw conflict(`An account can have ${maxPasskeys} passkeys. Remove one first.`)
  }
  const options = await generateRegistrationOptions({
    rpName: 'Recto',
    rpID: site.id,
    userName: username,
    userID: new TextEncoder().encode(String(userId)),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await saveChallenge(ctx, {
    tokenHash: session.tokenHash,
    challenge: options.challenge,
    expiresAt: inHours(challengeHours),
  })
  return options
}

type FinishRequest = {
  readonly session: Session
  readonly name: string
  readonly response: RegistrationResponseJSON
  readonly site: RelyingParty
}

/**
 * Adds the passkey that a browser has created, and ends all other sessions. Returns recovery codes if the
 * account had none.
 */
export async function finishPasskey(
  ctx: Dependencies,
  { session, name, response, site }: FinishRequest,
): Promise<RegisteredPasskey> {
  const { user, place } = session
  const challenge = await consumeChallenge(ctx, session.tokenHash)
  if (challenge === undefined) throw invalid('response', 'It took too long. Start again.')
  const { credential } = await readRegistration({ response, challenge, site })
  return ctx.db.transaction().execute(async (db) => {
    const transaction = { ...ctx, db }
    const isNew = await insertPasskey(transaction, {
      user_id: user.id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: String(credential.counter),
      transports: credential.transports ?? [],
      name,
    })
    if (!isNew) throw conflict('This passkey is registered already.')
    const hasCodes = (await countRecoveryCodes(transaction, user.id)) > 0
    const codes = hasCodes ? [] : await saveNewCodes(transaction, user.id)
    await deleteSessionsOf(transaction, user.id, { exceptId: session.id })
    await updateProof(transaction, user.id, { from: 'password', to: 'second-factor' })
    await recordOfAccount(transaction, { account: user, action: 'passkey.added', place })
    await notifyOwner(transaction, user, 'passkey-added')
    return { recovery_codes: [...codes] }
  })
}

type RegistrationAnswer = Pick<FinishRequest, 'response' | 'site'> & { readonly challenge: string }

async function readRegistration({ response, challenge, site }: RegistrationAnswer) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }).catch((cause: Error) => {
    throw invalid('response', `The browser created no valid passkey: ${cause.message}`)
  })
  if (!registrationInfo) throw invalid('response', 'The browser created no valid passkey.')
  return registrationInfo
}

type OwnPasskeyRequest = { readonly session: Session; readonly id: string }

export async function renameOwnPasskey(
  ctx: Dependencies,
  { session: { user, place }, id, name }: OwnPasskeyRequest & { readonly name: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    if (!(await renamePasskey({ db }, { userId: user.id, id }, name))) throw notFound('passkey')
    await recordOfAccount({ db }, { account: user, action: 'passkey.renamed', place })
  })
}

export async function removePasskey(
  ctx: Dependencies,
  { session, id, password }: OwnPasskeyRequest & { readonly password: string | undefined },
): Promise<void> {
  const { user, place } = session
  await confirmIdentity(ctx, { session, password })
  await ctx.db.transaction().execute(async (db) => {
    const passkey = { userId: user.id, id }
    if (!(await deletePasskey({ db }, passkey))) throw notFound('passkey')
    await clearProofWithoutFactor({ db }, user.id)
    await recordOfAccount({ db }, { account: user, action: 'passkey.removed', place })
    await notifyOwner({ ...ctx, db }, user, 'passkey-removed')
  })
}
