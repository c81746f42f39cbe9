import { omitUndefined } from '@recto/omit-undefined'
import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import * as oidc from 'openid-client'
import { failure } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { discoverIssuer } from '../../../platform/open-id/discover-issuer.ts'
import { type AuthorizationAttempt, redeemCode } from '../../../platform/open-id/redeem-code.ts'

type RenewTokensDependencies = Pick<Context, 'config' | 'fetch' | 'cache'>

type AuthorizationRequest = {
  readonly scope: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Scopes and parameters requested of each service, including access while the user is absent. */
const authorizationRequests: Readonly<Record<SignInBackend, AuthorizationRequest>> = {
  'google-oauth2': {
    scope: 'openid email profile https://www.googleapis.com/auth/drive',
    parameters: { access_type: 'offline', prompt: 'consent' },
  },
  'google-mail-oauth2': {
    scope: 'openid email profile https://mail.google.com/',
    parameters: { access_type: 'offline', prompt: 'consent' },
  },
  'azuread-mail-oauth2': {
    scope: 'openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All',
    parameters: { prompt: 'select_account' },
  },
  'azuread-tenant-oauth2': {
    scope: 'openid email profile offline_access Files.ReadWrite.All Sites.ReadWrite.All',
    parameters: { prompt: 'select_account' },
  },
}

/** Tokens as stored in the settings of a connector. */
export type StoredTokens = {
  readonly access_token: string
  readonly refresh_token?: string
  readonly token_type: string
  /** Lifetime in seconds. */
  readonly expires: number
  /** Seconds since 1970. */
  readonly auth_time: number
  readonly provider?: string
  readonly uid?: string
}

/**
 * Finds a service. Throws 500, as existing clients expect, when the name is unknown or the
 * installation is not registered at the service.
 */
export function findBackend({ config }: Pick<Context, 'config'>, name: string): SignInBackend {
  const backend = (Object.keys(authorizationRequests) as SignInBackend[]).find(
    (one) => one === name,
  )
  if (!backend || !config.connectors.signIn[backend]) throw failure('Provider not available.')
  return backend
}

/** Returns where to send a window, and by what to recognize it when it returns. */
export async function startAuthorization(
  ctx: RenewTokensDependencies,
  backend: SignInBackend,
  { id, redirectUri }: { readonly id: string; readonly redirectUri: string },
): Promise<{ readonly attempt: AuthorizationAttempt; readonly address: string }> {
  const service = await findService(ctx, backend)
  const { scope, parameters } = authorizationRequests[backend]
  const attempt = {
    state: `${id}.${oidc.randomState()}`,
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    redirectUri,
  }
  const address = oidc.buildAuthorizationUrl(service, {
    ...parameters,
    scope,
    redirect_uri: redirectUri,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return { attempt, address: address.href }
}

/** Returns the tokens of the person who came back, after verifying the reply of the service. */
export async function finishAt(
  ctx: RenewTokensDependencies,
  backend: SignInBackend,
  { attempt, query }: { readonly attempt: AuthorizationAttempt; readonly query: string },
): Promise<StoredTokens> {
  const service = await findService(ctx, backend)
  const { tokens, claims } = await redeemCode(service, { attempt, query })
  return { ...stored(tokens), provider: backend, uid: claims.sub }
}

/**
 * Renews tokens. Throws a `ProviderError`: `unauthorised` when the service has refused it and the
 * sign-in is over, `unreachable` when a later attempt may succeed.
 */
export async function renewTokens(
  ctx: RenewTokensDependencies,
  backend: SignInBackend,
  refreshToken: string,
): Promise<StoredTokens> {
  try {
    const service = await findService(ctx, backend)
    return stored(await oidc.refreshTokenGrant(service, refreshToken))
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.status < 500) {
      const message = `The sign-in has expired (${error.error}). Sign in again.`
      throw new ProviderError({ code: 'unauthorised', message })
    }
    const message =
      'The sign-in cannot be renewed at the moment, because the sign-in service is not responding.'
    throw new ProviderError({ code: 'unreachable', message })
  }
}

function stored(tokens: oidc.TokenEndpointResponse): StoredTokens {
  return {
    access_token: tokens.access_token,
    // A refresh token that is not sent again stays valid.
    ...omitUndefined({ refresh_token: tokens.refresh_token }),
    token_type: tokens.token_type,
    expires: tokens.expires_in ?? 3600,
    auth_time: Math.floor(Date.now() / 1000),
  }
}

function findService(
  { config, cache, fetch }: RenewTokensDependencies,
  backend: SignInBackend,
): Promise<oidc.Configuration> {
  const settings = config.connectors.signIn[backend]
  if (!settings) throw failure('Provider not available.')
  return cache.join(`connector sign-in ${settings.issuer}`, () => discoverIssuer(fetch, settings))
}
