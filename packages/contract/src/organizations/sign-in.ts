import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { AuthenticationResponse, WebAuthnOptions } from './passkeys.ts'

/** A page of HTML that the server draws itself. */
const Page = z.string()

/** The sign-in form. Navigate to it; `next` is the page to go to afterwards. */
export const showSignIn = endpoint({
  method: 'GET',
  path: '/api/v1/login',
  who: 'anyone',
  query: z.object({ next: z.unknown().optional() }),
  reply: Page,
})

/**
 * Receives the sign-in form. Success is a 302 to the web application; wrong credentials return 200
 * with the form again, so the handler validates the fields itself. An account with a second factor is led
 * to the second step, without a session.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/v1/login',
  who: 'anyone',
  bodySize: 'small',
  /** What is missing is said on the page. */
  body: z.object({
    username: z.unknown().optional(),
    password: z.unknown().optional(),
    next: z.unknown().optional(),
  }),
  reply: Page,
})

/**
 * The second step of signing in, for accounts with a second factor. `POST /api/v1/login` leads here
 * after the password.
 */
export const showSecondStep = endpoint({
  method: 'GET',
  path: '/api/v1/login/second-step',
  who: 'anyone',
  query: z.object({ next: z.unknown().optional() }),
  reply: Page,
})

/**
 * Receives the code of an authenticator app, or a recovery code. Like the sign-in form, success is a 302
 * and a wrong code returns 200 with the form again.
 */
export const submitSecondStep = endpoint({
  method: 'POST',
  path: '/api/v1/login/second-step',
  who: 'anyone',
  bodySize: 'small',
  body: z.object({ code: z.unknown().optional(), next: z.unknown().optional() }),
  reply: Page,
})

/**
 * What a browser needs to sign in with a passkey, and a challenge for five minutes. After a right password,
 * the passkey is the second step.
 */
export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/v1/login/passkey/options',
  who: 'anyone',
  bodySize: 'small',
  body: z.object({}),
  reply: z.object({ options: WebAuthnOptions }),
})

/** Signs in with a passkey. 403 if the passkey is unknown or did not sign the challenge. */
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/login/passkey',
  who: 'anyone',
  body: z.object({ response: AuthenticationResponse, next: z.unknown().optional() }),
  reply: z.object({
    /** Page to open. */
    next: z.string(),
  }),
})

/**
 * Signs in with the link that the first start prints, which works once. Navigate to it; `next` is the
 * page to go to afterwards. A link that was used or is too old leads to the sign-in page.
 */
export const followSignInLink = endpoint({
  method: 'GET',
  path: '/api/v1/login/link',
  who: 'anyone',
  status: 302,
  query: z.object({ token: z.string().max(200).optional(), next: z.unknown().optional() }),
  reply: z.undefined(),
})

/** Leads to where an account can be made. Navigate to it; a program is told 501 where none can. */
export const signUp = endpoint({
  method: 'GET',
  path: '/api/v1/signup',
  who: 'anyone',
  reply: z.never(),
})

/** The callback of an external identity provider; redirects to `/error` if none is configured. */
export const signInCallback = endpoint({
  method: 'GET',
  path: '/api/v1/callback',
  who: 'anyone',
  status: 302,
  reply: z.undefined(),
})
