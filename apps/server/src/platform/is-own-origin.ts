import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from './config/config.ts'

/**
 * Whether a request that a browser sent began on a page of ours. A browser always says where it began; a
 * script says nothing, and cannot be made to send somebody's cookie.
 */
export function isOwnOrigin(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'referer' | 'host'>,
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
