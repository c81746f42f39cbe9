import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { RegistrationResponse, WebAuthnOptions } from './passkeys.ts'

/**
 * Proves that the user is at the open session. Accounts without a password, whose users sign in with an
 * identity provider, send none and need a session that is at most 15 minutes old.
 */
export const Confirmation = z.object({ password: z.string().min(1).max(256).optional() })

const SecondFactors = z.object({
  /** Null if there is no authenticator app. */
  authenticator: z.object({ created_at: z.string() }).nullable(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_at: z.string(),
      /** Null before its first use. */
      used_at: z.string().nullable(),
    }),
  ),
  recovery_codes_left: z.number().int(),
  /** False if the user only signs in with an identity provider. */
  has_password: z.boolean(),
})
export type SecondFactors = z.output<typeof SecondFactors>

/**
 * Each code signs in once. They are shown only in this reply, and empty if the account has codes already.
 */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

const PasskeyName = nameText(60)

const base = '/api/v1/second-factor/'

export const getSecondFactors = endpoint({
  method: 'GET',
  path: base,
  who: 'session',
  reply: SecondFactors,
})

/**
 * Creates the secret of an authenticator app (TOTP, six digits, 30 seconds). It counts only after it was
 * confirmed with a code, within 15 minutes.
 */
export const startAuthenticator = endpoint({
  method: 'POST',
  path: `${base}authenticator/`,
  who: 'session',
  bodySize: 'small',
  body: Confirmation,
  reply: z.object({
    /** It is in base 32, so that people can type it. */
    secret: z.string(),
    /** The same as an `otpauth:` address, for a QR code. */
    address: z.string(),
  }),
})

/** Adds the authenticator app and ends all other sessions. 400 names `code` when that is wrong. */
export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: `${base}authenticator/confirm/`,
  who: 'session',
  bodySize: 'small',
  body: z.object({ code: z.string().trim().min(1).max(20) }),
  reply: RecoveryCodes,
})

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: `${base}authenticator/`,
  who: 'session',
  status: 204,
  bodySize: 'small',
  body: Confirmation,
  reply: z.undefined(),
})

/** What a browser needs to create a passkey, as WebAuthn names it, and a challenge for five minutes. */
export const startPasskey = endpoint({
  method: 'POST',
  path: `${base}passkeys/options/`,
  who: 'session',
  bodySize: 'small',
  body: Confirmation,
  reply: z.object({ options: WebAuthnOptions }),
})

/** Adds the passkey that the browser has created, and ends all other sessions. */
export const finishPasskey = endpoint({
  method: 'POST',
  path: `${base}passkeys/`,
  who: 'session',
  body: z.object({ name: PasskeyName, response: RegistrationResponse }),
  reply: RecoveryCodes,
})
export type RegisteredPasskey = z.output<typeof RecoveryCodes>

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: `${base}passkeys/:id/`,
  who: 'session',
  status: 204,
  bodySize: 'small',
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: PasskeyName }),
  reply: z.undefined(),
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: `${base}passkeys/:id/`,
  who: 'session',
  status: 204,
  bodySize: 'small',
  params: z.object({ id: z.uuid() }),
  body: Confirmation,
  reply: z.undefined(),
})

/** Replaces the recovery codes. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${base}recovery-codes/`,
  who: 'session',
  bodySize: 'small',
  body: Confirmation,
  reply: RecoveryCodes,
})

/**
 * Removes all second factors of a member who has lost them, and ends their sessions. 403 if the member also
 * belongs to an organization in which the caller is no admin.
 */
export const resetSecondFactors = endpoint({
  method: 'DELETE',
  path: '/users/:user_id/second-factor/',
  who: 'admin',
  status: 204,
  params: z.object({ user_id: z.coerce.number().int() }),
  reply: z.undefined(),
})
