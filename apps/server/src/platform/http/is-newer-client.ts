import type { IncomingHttpHeaders } from 'node:http'
import type { Session } from '../session.ts'

type ClientRequest = { readonly headers: IncomingHttpHeaders; readonly session: Session | null }

/**
 * Whether the client expects the reply that a run is accepted, and hears of its end by an event. Newer browser clients
 * send the id of the request, and scripts with a platform key are newer ones as well, unless they ask to wait
 * (https://datatracker.ietf.org/doc/html/rfc7240#section-4.3).
 */
export const isNewerClient = ({ headers, session }: ClientRequest): boolean =>
  headers['x-request-id'] !== undefined ||
  (session?.actor?.service !== undefined && !prefersToWait(headers))

const prefersToWait = ({ prefer }: IncomingHttpHeaders): boolean =>
  [prefer]
    .flat()
    .join(',')
    .split(/[,;]/)
    .some((preference) => /^\s*wait\s*(?:=|$)/i.test(preference))
