import type { Config } from '../../../platform/config/config.ts'
import { sessionSeconds } from './start-session.ts'

const sessionCookie = 'sessionid'
const csrfCookie = 'csrftoken'

/** Cookie which says that somebody has signed in with this browser before; it grants no access. */
const browserCookie = 'recto_browser'
/** Cookie which names the last sign-out of this browser, for the pages. */
const signOutCookie = 'recto_signed_out'
/** Cookie of a sign-in that waits for its second step. */
const secondStepCookie = 'recto_second_step'
const secondStepSeconds = 600
/** Cookie of a browser that has asked for a challenge to a passkey. */
const passkeyCookie = 'recto_passkey'
const passkeySeconds = 300
const secondStepAttributes = { path: '/api/v1/login', httpOnly: true }
const browserSeconds = 180 * 86_400

type Settings = Pick<Config, 'publicUrl' | 'sessionHours'>

/** The part of a request that has its cookies. */
export type WithCookies = { readonly cookies: { readonly [name: string]: string | undefined } }

type CookieAttributes = {
  readonly path: string
  readonly sameSite: 'lax'
  readonly maxAge: number
  readonly secure: boolean
  readonly httpOnly?: boolean
}

/** The part of a reply that sets cookies. */
export type CookieSetter = {
  setCookie(name: string, value: string, attributes: CookieAttributes): unknown
  clearCookie(name: string, attributes: CookieAttributes): unknown
}

export const sessionTokenOf = ({ cookies }: WithCookies) => cookies[sessionCookie]
export const csrfTokenOf = ({ cookies }: WithCookies) => cookies[csrfCookie]

export const browserTokenOf = ({ cookies }: WithCookies) => cookies[browserCookie]

export function setBrowserCookie(reply: CookieSetter, settings: Settings, token: string): void {
  const options = { maxAge: browserSeconds, path: '/api/v1/login', httpOnly: true }
  reply.setCookie(browserCookie, token, { ...attributes(settings), ...options })
}

export const secondStepTokenOf = ({ cookies }: WithCookies) => cookies[secondStepCookie]

export function setSecondStepCookie(reply: CookieSetter, settings: Settings, token: string): void {
  reply.setCookie(secondStepCookie, token, {
    ...attributes(settings),
    ...secondStepAttributes,
    maxAge: secondStepSeconds,
  })
}

export const passkeyTokenOf = ({ cookies }: WithCookies) => cookies[passkeyCookie]

export function setPasskeyCookie(reply: CookieSetter, settings: Settings, token: string): void {
  reply.setCookie(passkeyCookie, token, {
    ...attributes(settings),
    ...secondStepAttributes,
    maxAge: passkeySeconds,
  })
}

export function clearSecondStepCookie(reply: CookieSetter, settings: Settings): void {
  reply.clearCookie(secondStepCookie, { ...attributes(settings), ...secondStepAttributes })
}

/** Tells the pages of the browser to delete what the person has typed and not saved. */
export function setSignOutCookie(reply: CookieSetter, settings: Settings): void {
  const options = { maxAge: browserSeconds, httpOnly: false }
  reply.setCookie(signOutCookie, String(Date.now()), { ...attributes(settings), ...options })
}

export function setSessionCookie(reply: CookieSetter, settings: Settings, token: string): void {
  reply.setCookie(sessionCookie, token, { ...attributes(settings), httpOnly: true })
}

/** Sets the CSRF cookie, which scripts of our pages read and send back in a header. */
export function setCsrfCookie(reply: CookieSetter, settings: Settings, token: string): void {
  reply.setCookie(csrfCookie, token, { ...attributes(settings), httpOnly: false })
}

export function clearCookies(reply: CookieSetter, settings: Settings): void {
  for (const name of [sessionCookie, csrfCookie]) reply.clearCookie(name, attributes(settings))
}

function attributes({ publicUrl, sessionHours }: Settings): CookieAttributes {
  return {
    path: '/',
    sameSite: 'lax',
    maxAge: sessionSeconds({ sessionHours }),
    secure: publicUrl?.startsWith('https:') ?? false,
  }
}
