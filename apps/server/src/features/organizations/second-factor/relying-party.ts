import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { getPublicOrigin } from '../../../platform/http/public-origin.ts'

/** The site that passkeys belong to. */
export type RelyingParty = { readonly origin: string; readonly id: string }

/** Returns the site at its public address. Browsers bind passkeys to host names, not to IP addresses. */
export function relyingPartyOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  config: Pick<Config, 'publicUrl'>,
): RelyingParty {
  const origin = getPublicOrigin(request, config)
  const { hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw badRequest(
      `Passkeys need a host name, and this page was opened at ${hostname}. Open it by its name.`,
    )
  }
  return { origin, id: hostname }
}
