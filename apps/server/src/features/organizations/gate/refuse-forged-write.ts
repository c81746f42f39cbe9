import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
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
  if (!isFromTrustedOrigin(request, settings)) {
    throw forbidden('This request comes from another site.')
  }
  if (request.session && !carriesToken(request, request.session.csrfToken)) {
    throw forbidden('The CSRF token is missing or wrong. Reload the page and try again.')
  }
}

/** Browsers say where a navigation began; scripts and older browsers say nothing. */
export function isFromOurPages({ headers }: Pick<Sent, 'headers'>): boolean {
  return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string)
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

function isFromTrustedOrigin(
  { headers }: Pick<Sent, 'headers'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean {
  const sender = headers.origin ?? headers.referer
  if (sender === undefined) return true
  const host = URL.parse(sender)?.host
  if (!host) return false
  if (host === headers.host) return true
  const ours = publicUrl ? URL.parse(publicUrl)?.host : undefined
  return ours !== undefined && (host === ours || host.endsWith(`.${ours}`))
}
