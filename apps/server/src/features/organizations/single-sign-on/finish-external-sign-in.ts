import * as oidc from 'openid-client'
import type { SingleSignOnConfig } from '../../../platform/config/access-settings.ts'
import type { Context } from '../../../platform/context.ts'
import { discoverIssuer } from '../../../platform/open-id/discover-issuer.ts'
import { InvalidIdTokenError, redeemCode } from '../../../platform/open-id/redeem-code.ts'
import { plainAddress } from '../accounts/judge-address.ts'
import { accessRefused } from '../accounts/refuse-access.ts'
import type { ExternalAttempt } from './attempt-cookie.ts'
import type { ExternalIdentity } from './external-identities.store.ts'

export type ExternalPerson = ExternalIdentity & { readonly email: string }

type FinishExternalSignInRequest = {
  readonly settings: SingleSignOnConfig
  readonly attempt: ExternalAttempt
  readonly query: string
}

/** Returns who has signed in at the identity provider, after verifying its reply. */
export async function finishExternalSignIn(
  { fetch }: Pick<Context, 'fetch'>,
  { settings, attempt, query }: FinishExternalSignInRequest,
): Promise<ExternalPerson> {
  const issuer = await discoverIssuer(fetch, settings)
  const { tokens, claims } = await redeemCode(issuer, { attempt, query }).catch(refuseInvalidToken)
  const claimedAddress = await emailOf(issuer, tokens.access_token, claims)
  const isTrusted = claimedAddress.isVerified || settings.trustsAddresses
  if (!claimedAddress.email || !isTrusted) {
    throw accessRefused('INS', 'The identity provider did not confirm an email address.')
  }
  return { issuer: claims.iss, subject: claims.sub, email: plainAddress(claimedAddress.email) }
}

function refuseInvalidToken(error: unknown): never {
  throw error instanceof InvalidIdTokenError ? accessRefused('IDV', error.message) : error
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
