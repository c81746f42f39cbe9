import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type FakeIssuer,
  hashOfAccessToken,
  makeSigningKey,
  startFakeIssuer,
} from '../../../testing/fake-issuer.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { openJar } from '../../../testing/walk-provider.ts'

/**
 * ID tokens of an issuer without TLS: a person who can write into its replies must not be able to
 * sign in as somebody else.
 */

const clientId = 'recto'
const strangersKey = makeSigningKey('first')

let issuer: FakeIssuer
let server: TestServer

beforeAll(async () => {
  issuer = await startFakeIssuer(clientId)
  server = await startServer({
    env: {
      RECTO_OIDC_ISSUER: issuer.url,
      RECTO_OIDC_CLIENT_ID: clientId,
      RECTO_OIDC_CLIENT_SECRET: 'a secret of both',
      RECTO_SIGN_UP: 'open',
      RECTO_GOOGLE_CLIENT_ID: clientId,
      RECTO_GOOGLE_CLIENT_SECRET: 'a secret of both',
      RECTO_GOOGLE_ISSUER: issuer.url,
    },
  })
})
afterAll(async () => {
  await server?.close()
  await issuer?.close()
})
beforeEach(async () => {
  issuer.algorithms = ['RS256']
  issuer.changes = {}
  issuer.replaceToken = undefined
  await server.ctx.db.deleteFrom('sign_in_attempt').execute()
})

/** Goes to the issuer and back with the code, which is the nonce; returns the page that follows. */
async function signIn(): Promise<{ readonly page: string; readonly hasSession: boolean }> {
  const ask = openJar()
  const { to: authorization } = await ask(new URL('/api/v1/login/outside', server.origin))
  const callback = new URL('/api/v1/callback', server.origin)
  callback.searchParams.set('code', authorization?.searchParams.get('nonce') ?? '')
  callback.searchParams.set('state', authorization?.searchParams.get('state') ?? '')
  const { to: page, jar } = await ask(callback)
  return { page: `${page?.pathname}${page?.search}`, hasSession: jar.has('sessionid') }
}

const refusedSignIn = { page: '/error?code=IDV', hasSession: false }
const admittedSignIn = { page: '/', hasSession: true }

describe('nobody signs in with an ID token', () => {
  test.each([
    ['that somebody else signed', { signedBy: strangersKey }],
    ['without a signature', { algorithm: 'none' }],
    ['that was signed with the public key as a shared secret', { algorithm: 'HS256' }],
    ['for another client', { claims: { aud: 'another client' } }],
    [
      'for several clients, and issued to another one',
      { claims: { aud: [clientId, 'b'], azp: 'b' } },
    ],
    ['for several clients, and issued to none', { claims: { aud: [clientId, 'b'] } }],
    ['for this client, but issued to another one', { claims: { azp: 'another client' } }],
    ['of another issuer', { claims: { iss: 'https://login.example.org' } }],
    ['that has expired', { claims: { exp: 1_700_000_000 } }],
    ['that does not expire', { claims: { exp: undefined } }],
    ['without the nonce of the sign-in', { claims: { nonce: undefined } }],
    ['with the nonce of another sign-in', { claims: { nonce: 'of another sign-in' } }],
    [
      'with the hash of another access token',
      { claims: { at_hash: hashOfAccessToken('another') } },
    ],
    ['whose hash of the access token is no text', { claims: { at_hash: 7 } }],
  ] as const)('%s', async (_, changes) => {
    issuer.changes = changes

    expect(await signIn()).toEqual(refusedSignIn)
  })

  test('with an algorithm that is not asymmetric, although the issuer names it', async () => {
    issuer.algorithms = ['RS256', 'HS256', 'none']
    for (const algorithm of ['HS256', 'none'] as const) {
      issuer.changes = { algorithm }

      expect(await signIn()).toEqual(refusedSignIn)
    }
  })

  test('that was changed on its way, is cut off, or is missing', async () => {
    const asRoot = Buffer.from('{"sub":"root"}').toString('base64url')
    const replacements = [
      (token: string) => token.replace(/\.[^.]+\./, `.${asRoot}.`),
      (token: string) => token.replace(/[^.]+$/, ''),
      (token: string) => token.split('.').slice(0, 2).join('.'),
      () => 'no token',
      () => undefined,
    ]
    for (const replaceToken of replacements) {
      issuer.replaceToken = replaceToken

      expect(await signIn()).toEqual(refusedSignIn)
    }
  })

  test('as the owner of a connector', async () => {
    issuer.changes = { signedBy: strangersKey }
    expect(await signInForConnector(server.as('user'))).toBe('/oauth-status/?status=error')

    issuer.changes = {}
    expect(await signInForConnector(server.as('user'))).toBe('/oauth-status/?status=success')
  })
})

/** The window of a connector goes to the issuer and back; returns the page that it ends at. */
async function signInForConnector(person: Person): Promise<string | null> {
  const backend = 'google-oauth2'
  const { body } = await person.get(`/api/v1/oauth/cache-key/${backend}`)
  const key = encodeURIComponent(body.cache_key)
  const start = await person.get(`/api/v1/oauth/login/${backend}?oauth-key=${key}`)
  const { searchParams } = new URL(start.headers.get('location') ?? '')
  const query = new URLSearchParams({
    code: searchParams.get('nonce') ?? '',
    state: searchParams.get('state') ?? '',
  })
  const { headers } = await person.get(`/api/v1/oauth/complete/${backend}?${query}`)
  return headers.get('location')
}

describe('a person signs in with an ID token', () => {
  test('that the issuer signed, with or without the optional claims', async () => {
    const optionalClaims = [
      {},
      { at_hash: hashOfAccessToken() },
      { azp: clientId },
      { aud: [clientId, 'b'], azp: clientId },
    ]
    for (const claims of optionalClaims) {
      issuer.changes = { claims }

      expect(await signIn()).toEqual(admittedSignIn)
    }
  })

  test('of a key that is newer than the last sign-in, and of no key that was withdrawn; the keys are read once for each', async () => {
    expect(await signIn()).toEqual(admittedSignIn)
    const [firstKey] = issuer.keys
    const requestsBefore = issuer.keyRequests

    issuer.keys = [...issuer.keys, makeSigningKey('second')]
    expect(await signIn()).toEqual(admittedSignIn)
    issuer.keys = issuer.keys.slice(1)
    expect(await signIn()).toEqual(admittedSignIn)
    issuer.changes = { signedBy: firstKey }
    expect(await signIn()).toEqual(refusedSignIn)

    expect(issuer.keyRequests - requestsBefore).toBe(3)
  })
})
