import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import * as oidc from 'openid-client'
import { failed } from '../../../platform/app-error.ts'
import type { SignInConfig } from '../../../platform/config/connector-settings.ts'
import type { Context } from '../../../platform/context.ts'

type Needs = Pick<Context, 'config' | 'fetch' | 'cache'>

const timeoutSeconds = 10

type Asked = { readonly scope: string; readonly more: Readonly<Record<string, string>> }

/** What is asked of each, and for how long: also when nobody is there. */
const asked: Readonly<Record<SignInBackend, Asked>> = {
  'google-oauth2': {
    scope: 'openid email profile https://www.googleapis.com/auth/drive',
    more: { access_type: 'offline', prompt: 'consent' },
  },
  'azuread-tenant-oauth2': {
    scope: 'openid email profile offline_access Files.ReadWrite.All Sites.ReadWrite.All',
    more: { prompt: 'select_account' },
  },
}

/** As the settings of a connector keep them. */
export type StoredTokens = {
  readonly access_token: string
  readonly refresh_token?: string
  readonly token_type: string
  /** Seconds. */
  readonly expires: number
  /** Seconds since 1970. */
  readonly auth_time: number
  readonly provider?: string
  readonly uid?: string
}

export type WindowAttempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

/** 500, as existing clients expect: the installation is not known there, or nobody is by that name. */
export function findBackend({ config }: Pick<Context, 'config'>, name: string): SignInBackend {
  const backend = (Object.keys(asked) as SignInBackend[]).find((one) => one === name)
  if (!backend || !config.connectors.signIn[backend]) throw failed('Provider not available.')
  return backend
}

/** Where to send a window, and what to know it by when it comes back. */
export async function beginAt(
  ctx: Needs,
  backend: SignInBackend,
  { id, redirectUri }: { readonly id: string; readonly redirectUri: string },
): Promise<{ readonly attempt: WindowAttempt; readonly address: string }> {
  const service = await findService(ctx, backend)
  const { scope, more } = asked[backend]
  const attempt = {
    state: `${id}.${oidc.randomState()}`,
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    redirectUri,
  }
  const address = oidc.buildAuthorizationUrl(service, {
    ...more,
    scope,
    redirect_uri: redirectUri,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return { attempt, address: address.href }
}

/** The tokens of whoever came back, once the service's word was checked. */
export async function finishAt(
  ctx: Needs,
  backend: SignInBackend,
  { attempt, query }: { readonly attempt: WindowAttempt; readonly query: string },
): Promise<StoredTokens> {
  const service = await findService(ctx, backend)
  const tokens = await oidc.authorizationCodeGrant(
    service,
    // What the browser was sent back to, not what it says of our host.
    new URL(`${attempt.redirectUri}${query}`),
    {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    },
  )
  const uid = tokens.claims()?.sub
  return { ...stored(tokens), provider: backend, ...(uid !== undefined && { uid }) }
}

/** Throws `ProviderError`: refused, the sign-in is over; else it may work later. */
export async function renewTokens(
  ctx: Needs,
  backend: SignInBackend,
  refreshToken: string,
): Promise<StoredTokens> {
  try {
    const service = await findService(ctx, backend)
    return stored(await oidc.refreshTokenGrant(service, refreshToken))
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.status < 500) {
      const message = `The sign-in has ended (${error.error}). Sign in again.`
      throw new ProviderError({ code: 'unauthorised', message })
    }
    const message = 'The sign-in cannot be renewed at the moment: its service does not answer.'
    throw new ProviderError({ code: 'unreachable', message })
  }
}

function stored(tokens: oidc.TokenEndpointResponse): StoredTokens {
  return {
    access_token: tokens.access_token,
    // One that is not sent anew stays good.
    ...(tokens.refresh_token !== undefined && { refresh_token: tokens.refresh_token }),
    token_type: tokens.token_type,
    expires: tokens.expires_in ?? 3600,
    auth_time: Math.floor(Date.now() / 1000),
  }
}

function findService(
  { config, cache, fetch }: Needs,
  backend: SignInBackend,
): Promise<oidc.Configuration> {
  const settings = config.connectors.signIn[backend]
  if (!settings) throw failed('Provider not available.')
  return cache.join(`connector sign-in ${settings.issuer}`, () => discover(fetch, settings))
}

function discover(
  fetch: typeof globalThis.fetch,
  { issuer, clientId, clientSecret }: SignInConfig,
): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    // The way out that judges addresses.
    [oidc.customFetch]: (url, options) => fetch(url, options as RequestInit),
    timeout: timeoutSeconds,
    ...(issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
  })
}
