import { omitUndefined } from '@recto/omit-undefined'
import * as oidc from 'openid-client'
import type { SingleSignOnConfig } from '../../../platform/config/access-settings.ts'
import type { Context } from '../../../platform/context.ts'

const timeoutSeconds = 10
const cacheMilliseconds = 3_600_000

/** Returns the provider's metadata; rejects when the identity provider does not respond. */
export type Issuer = () => Promise<oidc.Configuration>

/** Loads the metadata of an identity provider when first needed, and again once an hour. */
export function openIssuer(
  { fetch, cache }: Pick<Context, 'fetch' | 'cache'>,
  settings: SingleSignOnConfig,
): Issuer {
  let cachedIssuer: { readonly issuer: oidc.Configuration; readonly until: number } | undefined
  return async () => {
    if (cachedIssuer && cachedIssuer.until > Date.now()) return cachedIssuer.issuer
    const discovery = cache.join(`outside issuer ${settings.issuer}`, () =>
      discover(fetch, settings),
    )
    cachedIssuer = { issuer: await discovery, until: Date.now() + cacheMilliseconds }
    return cachedIssuer.issuer
  }
}

function discover(
  fetch: typeof globalThis.fetch,
  { issuer, clientId, clientSecret }: SingleSignOnConfig,
): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    // Goes through our `fetch`, which restricts the addresses that may be reached.
    [oidc.customFetch]: (url, options) => fetch(url, options as RequestInit),
    timeout: timeoutSeconds,
    ...omitUndefined({ execute: isPlain ? [oidc.allowInsecureRequests] : undefined }),
  })
}
