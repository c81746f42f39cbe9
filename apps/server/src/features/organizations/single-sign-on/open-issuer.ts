import type * as oidc from 'openid-client'
import type { SingleSignOnConfig } from '../../../platform/config/access-settings.ts'
import type { Context } from '../../../platform/context.ts'
import { discoverIssuer } from '../../../platform/open-id/discover-issuer.ts'

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
      discoverIssuer(fetch, settings),
    )
    cachedIssuer = { issuer: await discovery, until: Date.now() + cacheMilliseconds }
    return cachedIssuer.issuer
  }
}
