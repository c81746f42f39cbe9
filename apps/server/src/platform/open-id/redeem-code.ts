import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'

/** The values with which a sign-in at a provider was started. */
export type AuthorizationAttempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
}

type VerifiedTokens = {
  readonly tokens: oidc.TokenEndpointResponse
  readonly claims: oidc.IDToken
}

/** An ID token that is missing, was not issued for this sign-in, or is not signed by the issuer. */
export class InvalidIdTokenError extends Error {
  override readonly name = 'InvalidIdTokenError'
}

/** Codes of the library for a token that it refuses; the others concern the connection. */
const invalidTokenCodes: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
])

type RedeemCodeRequest = { readonly attempt: AuthorizationAttempt; readonly query: string }

/**
 * Redeems the code with which a browser returned from a provider, and verifies the ID token.
 *
 * The issuer must have been discovered for this sign-in: its keys are then read after the provider
 * has signed, so that a key that was replaced a moment ago is known, and one that was withdrawn is
 * not.
 */
export async function redeemCode(
  issuer: oidc.Configuration,
  { attempt, query }: RedeemCodeRequest,
): Promise<VerifiedTokens> {
  // The redirect URI as it was sent to the provider, not by the Host header of the request.
  const callback = new URL(`${attempt.redirectUri}${query}`)
  if (callback.searchParams.get('state') !== attempt.state) {
    throw new Error('The reply of the provider does not belong to this sign-in.')
  }
  const checks = {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  }
  const tokens = await oidc.authorizationCodeGrant(issuer, callback, checks).catch(rethrowInvalid)
  const claims = tokens.claims()
  if (!claims) throw new InvalidIdTokenError('The ID token is missing.')
  assertIssuedToUs(issuer, claims)
  assertIssuedWithAccessToken(tokens, claims)
  return { tokens, claims }
}

function rethrowInvalid(error: unknown): never {
  if (!(error instanceof oidc.ClientError) || !invalidTokenCodes.has(error.code)) throw error
  const { cause } = error
  const reason = cause instanceof Error ? cause.message : error.message
  throw new InvalidIdTokenError(`The ID token is not valid: ${reason}`, { cause: error })
}

/** The library looks at the authorized party only where there are several audiences. */
function assertIssuedToUs(issuer: oidc.Configuration, { azp: authorizedParty }: oidc.IDToken) {
  if (authorizedParty === undefined) return
  if (authorizedParty === issuer.clientMetadata().client_id) return
  throw new InvalidIdTokenError('The ID token was issued to another client.')
}

/** The library does not compare the hash of the access token. */
function assertIssuedWithAccessToken(
  { access_token: accessToken, id_token: idToken = '' }: oidc.TokenEndpointResponse,
  { at_hash: hash }: oidc.IDToken,
): void {
  if (hash === undefined) return
  const algorithm = findHashAlgorithm(idToken)
  if (algorithm === undefined) {
    throw new InvalidIdTokenError('The hash of the access token cannot be checked.')
  }
  const digest = createHash(algorithm).update(accessToken).digest()
  if (digest.subarray(0, digest.length / 2).toString('base64url') === hash) return
  throw new InvalidIdTokenError('The ID token was issued with another access token.')
}

/** The hash function that belongs to the algorithm of the signature. */
function findHashAlgorithm(idToken: string): string | undefined {
  const [header = ''] = idToken.split('.', 1)
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string }
  if (alg === 'EdDSA' || alg === 'Ed25519') return 'sha512'
  const [, bits] = /^(?:RS|PS|ES)(256|384|512)$/.exec(alg) ?? []
  return bits && `sha${bits}`
}
