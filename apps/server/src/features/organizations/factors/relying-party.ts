import { isIP } from 'node:net'
import { badRequest } from '../../../platform/app-error.ts'

/** The site that passkeys belong to. */
export type RelyingParty = { readonly origin: string; readonly id: string }

/** Returns the site at a public address. Browsers bind passkeys to host names, not to IP addresses. */
export function relyingPartyOf(origin: string): RelyingParty {
  const { hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw badRequest(
      `Passkeys need a host name, and this page was opened at ${hostname}. Open it by its name.`,
    )
  }
  return { origin, id: hostname }
}
