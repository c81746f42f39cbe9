import type { IncomingHttpHeaders } from 'node:http'
import type { Session } from '../session.ts'

type ClientRequest = { readonly headers: IncomingHttpHeaders; readonly session: Session | null }

/** Newer browser clients send this header, and scripts with a platform key are newer ones as well. */
export const isNewerClient = ({ headers, session }: ClientRequest): boolean =>
  headers['x-request-id'] !== undefined || session?.actor?.service !== undefined
