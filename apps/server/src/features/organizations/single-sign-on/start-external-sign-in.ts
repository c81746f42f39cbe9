import * as oidc from 'openid-client'
import type { ExternalAttempt } from './attempt-cookie.ts'
import type { Issuer } from './open-issuer.ts'

type StartedExternalSignIn = { readonly attempt: ExternalAttempt; readonly address: string }

/** Returns where to send a browser to sign in, and by what to recognize it when it returns. */
export async function startExternalSignIn(
  findIssuer: Issuer,
  { redirectUri, next }: { readonly redirectUri: string; readonly next: string },
): Promise<StartedExternalSignIn> {
  const issuer = await findIssuer()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const verifier = oidc.randomPKCECodeVerifier()
  const address = oidc.buildAuthorizationUrl(issuer, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  const attempt = { state, nonce, verifier, redirectUri, next, begunAt: Date.now() }
  return { attempt, address: address.href }
}
