import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { forbidden } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { createToken, digestOf, inHours } from '../accounts/one-time-token.ts'
import { tooMany } from '../accounts/refuse-access.ts'
import {
  challengeHours,
  consumeChallenge,
  findPasskey,
  listPasskeys,
  type PasskeyRow,
  recordPasskeyUse,
  saveChallenge,
} from '../factors/passkeys.store.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { consumeSecondStep, findSecondStep } from './second-steps.store.ts'
import { countSensitiveRequest, recordPasskeySignIn } from './slow-down.ts'
import { type SessionPlace, type StartedSession, startSession } from './start-session.ts'

type StartRequest = {
  readonly site: RelyingParty
  /** Token of a sign-in whose password was right. */
  readonly stepToken: string | undefined
  readonly address: string
}

type StartedPasskeySignIn = {
  readonly options: PublicKeyCredentialRequestOptionsJSON
  /** Token that the browser brings along with the answer. */
  readonly token: string
}

/**
 * Returns what a browser needs to sign in with a passkey: one of the account whose password was right, or
 * any that the device knows.
 */
export async function startPasskeySignIn(
  ctx: Pick<Context, 'db'>,
  { site, stepToken, address }: StartRequest,
): Promise<StartedPasskeySignIn> {
  const waitSeconds = await countSensitiveRequest(ctx, { purpose: 'passkey', address })
  if (waitSeconds !== undefined) throw tooMany(waitSeconds)
  const step = stepToken === undefined ? undefined : await findSecondStep(ctx, digestOf(stepToken))
  const passkeys = step ? await listPasskeys(ctx, step.userId) : []
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    userVerification: step ? 'preferred' : 'required',
    allowCredentials: passkeys.map(({ credential_id: id }) => ({ id })),
  })
  const { token, tokenHash } = createToken()
  const expiresAt = inHours(challengeHours)
  await saveChallenge(ctx, { tokenHash, challenge: options.challenge, expiresAt })
  return { options, token }
}

type FinishRequest = StartRequest & {
  readonly token: string | undefined
  readonly response: AuthenticationResponseJSON
  readonly place: SessionPlace
}

type PasskeySession = { readonly userId: number; readonly session: StartedSession }

/**
 * Signs in with the answer of a browser. Without a password before, the device must have verified its owner,
 * by a fingerprint or a PIN.
 */
export async function finishPasskeySignIn(
  ctx: Pick<Context, 'db' | 'config'>,
  { site, stepToken, token, response, place, address }: FinishRequest,
): Promise<PasskeySession> {
  const challenge = token === undefined ? undefined : await consumeChallenge(ctx, digestOf(token))
  const passkey = await findPasskey(ctx, response.id)
  if (challenge === undefined || !passkey) throw passkeyRefused()
  const stepHash = stepToken === undefined ? undefined : digestOf(stepToken)
  const step = stepHash === undefined ? undefined : await findSecondStep(ctx, stepHash)
  const isSecondStep = step?.userId === passkey.user_id
  const counter = await verify({ site, response, challenge, passkey, isSecondStep })
  if (!(await recordPasskeyUse(ctx, passkey.id, counter))) throw passkeyRefused()
  if (isSecondStep && stepHash !== undefined && !(await consumeSecondStep(ctx, stepHash))) {
    throw passkeyRefused()
  }
  const userId = passkey.user_id
  const session = await startSession(ctx, userId, { ...place, proof: 'second-factor' })
  await recordPasskeySignIn(ctx, address)
  return { userId, session }
}

type Answer = Pick<FinishRequest, 'site' | 'response'> & {
  readonly challenge: string
  readonly passkey: PasskeyRow
  readonly isSecondStep: boolean
}

/** Returns the new signature counter; throws unless the passkey has signed the challenge for our site. */
async function verify({ site, response, challenge, passkey, isSecondStep }: Answer) {
  const answer = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: !isSecondStep,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(() => {
    throw passkeyRefused()
  })
  if (!answer.verified) throw passkeyRefused()
  return answer.authenticationInfo.newCounter
}

const passkeyRefused = () =>
  forbidden('This passkey did not sign you in. It may have been removed, or it took too long.')
