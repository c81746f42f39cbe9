import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type SigningKey = {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

type Claims = Readonly<Record<string, unknown>>

/** Changes of an ID token before it is sent. */
type TokenChanges = {
  /** `undefined` leaves a claim out. */
  readonly claims?: Claims
  readonly algorithm?: 'RS256' | 'HS256' | 'none'
  /** Signs instead of the issuer's last key. */
  readonly signedBy?: SigningKey | undefined
}

export type FakeIssuer = {
  readonly url: string
  /** The keys that the issuer publishes. The last one signs. */
  keys: SigningKey[]
  /** The algorithms that the issuer says it signs with. */
  algorithms: readonly string[]
  /** These changes are made to all ID tokens from now on. */
  changes: TokenChanges
  /** The token as it is sent instead; the issuer's own one unless stated. */
  replaceToken: ((token: string) => string | undefined) | undefined
  /** How often its keys were read. */
  keyRequests: number
  close(): Promise<void>
}

const accessToken = 'an access token of the fake issuer'

export function makeSigningKey(id: string): SigningKey {
  return { id, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
}

/** The hash of the access token, as it belongs into an ID token that is signed with SHA-256. */
export const hashOfAccessToken = (token = accessToken): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

/**
 * An OpenID provider that signs ID tokens with real keys, and wrongly on demand. The code that it
 * redeems is the nonce of the sign-in.
 */
export async function startFakeIssuer(clientId: string): Promise<FakeIssuer> {
  const server = createServer((request, reply) => {
    const answer = async () => {
      const body = JSON.stringify(await respond(request))
      reply.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
    answer().catch(() => reply.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: FakeIssuer = {
    url,
    keys: [makeSigningKey('first')],
    algorithms: ['RS256'],
    changes: {},
    replaceToken: undefined,
    keyRequests: 0,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  async function respond(request: IncomingMessage): Promise<unknown> {
    if (request.url === '/keys') {
      issuer.keyRequests += 1
      return { keys: issuer.keys.map(publicJwk) }
    }
    if (request.url === '/token') return tokensFor(issuer, clientId, await formOf(request))
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      id_token_signing_alg_values_supported: issuer.algorithms,
    }
  }
  return issuer
}

const publicJwk = ({ id, publicKey }: SigningKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: id,
  use: 'sig',
})

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

function tokensFor(issuer: FakeIssuer, clientId: string, form: URLSearchParams): object {
  const now = Math.floor(Date.now() / 1000)
  const { changes } = issuer
  const token = signToken(issuer, {
    iss: issuer.url,
    aud: clientId,
    sub: 'ada',
    email: 'ada@example.org',
    email_verified: true,
    iat: now,
    exp: now + 300,
    nonce: form.get('code'),
    ...changes.claims,
  })
  const idToken = issuer.replaceToken ? issuer.replaceToken(token) : token
  return { access_token: accessToken, token_type: 'bearer', id_token: idToken }
}

function signToken({ keys, changes }: FakeIssuer, claims: Claims): string {
  const key = keys.at(-1)
  if (!key) throw new Error('The issuer has no key.')
  const { algorithm = 'RS256', signedBy = key } = changes
  const header = { alg: algorithm, typ: 'JWT', kid: signedBy.id }
  const content = [header, claims].map(encode).join('.')
  const signatures = {
    RS256: () => sign('sha256', Buffer.from(content), signedBy.privateKey).toString('base64url'),
    // The attack on verifiers that take the public key for the secret of the HMAC.
    HS256: () => {
      const secret = key.publicKey.export({ type: 'spki', format: 'pem' })
      return createHmac('sha256', secret).update(content).digest('base64url')
    },
    none: () => '',
  }
  return `${content}.${signatures[algorithm]()}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
