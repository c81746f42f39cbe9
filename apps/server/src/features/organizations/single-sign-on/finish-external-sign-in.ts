import * as oidc from 'openid-client'
import type { SingleSignOnConfig } from '../../../platform/config/access-settings.ts'
import { plainAddress } from '../accounts/judge-address.ts'
import { accessRefused } from '../accounts/refuse-access.ts'
import type { ExternalAttempt } from './attempt-cookie.ts'
import type { ExternalIdentity } from './external-identities.store.ts'
import type { Issuer } from './open-issuer.ts'

export type ExternalPerson = ExternalIdentity & { readonly email: string }

/** Returns who has signed in at the identity provider, after verifying its reply. */
export async function finishExternalSignIn(
  findIssuer: Issuer,
  { trustsAddresses }: Pick<SingleSignOnConfig, 'trustsAddresses'>,
  { attempt, query }: { readonly attempt: ExternalAttempt; readonly query: string },
): Promise<ExternalPerson> {
  const issuer = await findIssuer()
  // Uses the redirect URI that was sent to the provider, not the Host header of the request.
  const tokens = await oidc.authorizationCodeGrant(
    issuer,
    new URL(`${attempt.redirectUri}${query}`),
    {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    },
  )
  const claims = tokens.claims()
  if (!claims) throw new Error('The identity provider did not send an identity.')
  const claimedAddress = await emailOf(issuer, tokens.access_token, claims)
  const isTrusted = claimedAddress.isVerified || trustsAddresses
  if (!claimedAddress.email || !isTrusted) {
    throw accessRefused('INS', 'The identity provider did not confirm an email address.')
  }
  return { issuer: claims.iss, subject: claims.sub, email: plainAddress(claimedAddress.email) }
}

type ClaimedAddress = { readonly email: string | undefined; readonly isVerified: boolean }

/** Returns the e-mail address from the ID token, else from the provider's userinfo endpoint. */
async function emailOf(
  issuer: oidc.Configuration,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<ClaimedAddress> {
  if (typeof claims.email === 'string') return addressInClaims(claims)
  if (!issuer.serverMetadata().userinfo_endpoint) return { email: undefined, isVerified: false }
  return addressInClaims(await oidc.fetchUserInfo(issuer, accessToken, claims.sub))
}

const addressInClaims = (claims: { readonly [name: string]: unknown }): ClaimedAddress => ({
  email: typeof claims.email === 'string' ? claims.email : undefined,
  isVerified: claims.email_verified === true,
})
