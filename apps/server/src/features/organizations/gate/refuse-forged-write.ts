import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { isOwnOrigin } from '../../../platform/is-own-origin.ts'
import type { Session } from '../../../platform/session.ts'
import { timingSafeEqualText } from '../../../platform/strings.ts'
import { csrfTokenOf, type WithCookies } from '../sign-in/cookies.ts'

type WriteRequest = WithCookies & {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  readonly session: Session | null
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a write that a page of another site made the user's browser send (CSRF). */
export function refuseForgedWrite(
  request: WriteRequest,
  settings: Pick<Config, 'publicUrl'>,
): void {
  if (readMethods.has(request.method)) return
  // Browsers never send a key on their own, so the request cannot be forged.
  if (request.session?.actor?.service) return
  if (!isOwnOrigin(request.headers, settings)) {
    throw forbidden('This request comes from another site.')
  }
  if (request.session && !carriesToken(request, request.session.csrfToken)) {
    throw forbidden('The CSRF token is missing or wrong. Reload the page and try again.')
  }
}

/**
 * Whether a request of a browser comes from our pages and was made by a navigation or a script.
 * Scripts outside of browsers, and older browsers, send no such headers and pass. Requests for
 * images, styles and frames are refused even from our pages, because the content of a document may
 * have caused them.
 */
export function isMeantByPages({ headers }: Pick<WriteRequest, 'headers'>): boolean {
  const isOurs = ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string)
  const isMeant = ['document', 'empty', undefined].includes(headers['sec-fetch-dest'] as string)
  return isOurs && isMeant
}

/**
 * Whether the CSRF token is in a header or a form field as well as in the cookie, and both equal
 * the token of the session, so that a cookie planted by a neighboring site does not help.
 */
function carriesToken(request: WriteRequest, expected: string): boolean {
  const header = request.headers['x-csrftoken']
  const sentToken = typeof header === 'string' ? header : fieldOf(request.body)
  const cookie = csrfTokenOf(request)
  return (
    sentToken !== undefined &&
    cookie !== undefined &&
    timingSafeEqualText(sentToken, expected) &&
    timingSafeEqualText(cookie, expected)
  )
}

function fieldOf(body: unknown): string | undefined {
  const field = (body as { csrfmiddlewaretoken?: unknown } | null | undefined)?.csrfmiddlewaretoken
  return typeof field === 'string' ? field : undefined
}
