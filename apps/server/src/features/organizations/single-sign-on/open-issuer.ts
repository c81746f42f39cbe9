import * as oidc from 'openid-client'
import type { OutsideConfig } from '../../../platform/config/access-settings.ts'
import type { Context } from '../../../platform/context.ts'

const timeoutSeconds = 10
const keptMilliseconds = 3_600_000

/** Rejects when the identity provider does not answer. */
export type Issuer = () => Promise<oidc.Configuration>

/** What an identity provider says of itself, asked for when it is needed, and once an hour. */
export function openIssuer(
  { fetch, cache }: Pick<Context, 'fetch' | 'cache'>,
  settings: OutsideConfig,
): Issuer {
  let known: { readonly issuer: oidc.Configuration; readonly until: number } | undefined
  return async () => {
    if (known && known.until > Date.now()) return known.issuer
    const asked = cache.join(`outside issuer ${settings.issuer}`, () => discover(fetch, settings))
    known = { issuer: await asked, until: Date.now() + keptMilliseconds }
    return known.issuer
  }
}

function discover(
  fetch: typeof globalThis.fetch,
  { issuer, clientId, clientSecret }: OutsideConfig,
): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    // The way out that judges addresses.
    [oidc.customFetch]: (url, options) => fetch(url, options as RequestInit),
    timeout: timeoutSeconds,
    ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
  })
}
