import * as oidc from 'openid-client'

/** An OpenID provider, and how this installation is registered there. */
type OpenIdRegistration = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const timeoutSeconds = 10

/**
 * Loads the metadata of an OpenID provider. ID tokens are then accepted only with a signature by
 * one of its published keys, also over plain HTTP: the library would otherwise rely on TLS alone.
 * It accepts asymmetric algorithms only, and of those the ones that the provider names.
 */
export function discoverIssuer(
  fetch: typeof globalThis.fetch,
  { issuer, clientId, clientSecret }: OpenIdRegistration,
): Promise<oidc.Configuration> {
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    // Goes through our `fetch`, which restricts the addresses that may be reached.
    [oidc.customFetch]: (url, options) => fetch(url, options as RequestInit),
    timeout: timeoutSeconds,
    execute: [oidc.enableNonRepudiationChecks, ...insecure],
  })
}
