import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { isOwnOrigin } from '../../../platform/is-own-origin.ts'
import { sameText } from '../../../platform/same-text.ts'
import type { Session } from '../../../platform/session.ts'
import { csrfTokenOf, type WithCookies } from '../sign-in/cookies.ts'

type Sent = WithCookies & {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  readonly session: Session | null
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a write that a page of another site had the user's browser make. */
export function refuseForgedWrite(request: Sent, settings: Pick<Config, 'publicUrl'>): void {
  if (readMethods.has(request.method)) return
  // No browser sends a key by itself.
  if (request.session?.actor?.service) return
  if (!isOwnOrigin(request.headers, settings)) {
    throw forbidden('This request comes from another site.')
  }
  if (request.session && !carriesToken(request, request.session.csrfToken)) {
    throw forbidden('The CSRF token is missing or wrong. Reload the page and try again.')
  }
}

/**
 * Browsers say where a request began and what for; scripts and older browsers say nothing. A picture, a
 * style or a frame changes nothing, not even on our own page: what a document holds may have named it.
 */
export function isMeantByPages({ headers }: Pick<Sent, 'headers'>): boolean {
  const isOurs = ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string)
  const isMeant = ['document', 'empty', undefined].includes(headers['sec-fetch-dest'] as string)
  return isOurs && isMeant
}

/**
 * The cookie must come back in a header or in a form's field, and both must be the session's own,
 * so that a cookie planted by a neighbouring site does not help.
 */
function carriesToken(request: Sent, expected: string): boolean {
  const header = request.headers['x-csrftoken']
  const sent = typeof header === 'string' ? header : fieldOf(request.body)
  const cookie = csrfTokenOf(request)
  return (
    sent !== undefined &&
    cookie !== undefined &&
    sameText(sent, expected) &&
    sameText(cookie, expected)
  )
}

function fieldOf(body: unknown): string | undefined {
  const field = (body as { csrfmiddlewaretoken?: unknown } | null | undefined)?.csrfmiddlewaretoken
  return typeof field === 'string' ? field : undefined
}
