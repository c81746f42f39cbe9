import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from './config/config.ts'

/**
 * Whether a request comes from a page of ours. Browsers always send an origin or a referrer. A
 * request with neither comes from a script, which cannot be tricked into sending a user's cookie.
 */
export function isOwnOrigin(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'referer' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): boolean {
  const origin = headers.origin ?? headers.referer
  if (origin === undefined) return true
  const host = URL.parse(origin)?.host
  if (!host) return false
  if (host === headers.host) return true
  const publicHost = publicUrl ? URL.parse(publicUrl)?.host : undefined
  return publicHost !== undefined && (host === publicHost || host.endsWith(`.${publicHost}`))
}
