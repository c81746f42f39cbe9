import type { Config } from '../../../platform/config/config.ts'
import { sessionSeconds } from './start-session.ts'

const sessionCookie = 'sessionid'
const csrfCookie = 'csrftoken'

type Settings = Pick<Config, 'publicUrl'>

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
type CookieSetter = {
  setCookie(name: string, value: string, attributes: CookieAttributes): unknown
  clearCookie(name: string, attributes: CookieAttributes): unknown
}

export const sessionTokenOf = ({ cookies }: WithCookies) => cookies[sessionCookie]
export const csrfTokenOf = ({ cookies }: WithCookies) => cookies[csrfCookie]

export function setSessionCookie(reply: CookieSetter, settings: Settings, token: string): void {
  reply.setCookie(sessionCookie, token, { ...attributes(settings), httpOnly: true })
}

/** Scripts of our own pages read it and send it back in a header. */
export function setCsrfCookie(reply: CookieSetter, settings: Settings, token: string): void {
  reply.setCookie(csrfCookie, token, { ...attributes(settings), httpOnly: false })
}

export function clearCookies(reply: CookieSetter, settings: Settings): void {
  for (const name of [sessionCookie, csrfCookie]) reply.clearCookie(name, attributes(settings))
}

function attributes({ publicUrl }: Settings): CookieAttributes {
  return {
    path: '/',
    sameSite: 'lax',
    maxAge: sessionSeconds,
    secure: publicUrl?.startsWith('https:') ?? false,
  }
}
