import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  AnyConnectorProvider,
  ConnectorNetwork,
  ConnectorProvider,
} from '@recto/provider-spec/connector-provider'
import type { FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { openJar, walkProvider } from '../../../testing/walk-provider.ts'

/**
 * Signing in for a connector, by a real OpenID provider on a port of this machine, at which a drive stands that
 * answers whoever brings a token it has given.
 */

const backend = 'google-oauth2'
const driveScope = 'https://www.googleapis.com/auth/drive'
const clientSecret = 'a secret of both, and of nobody else'

let outside: Server
let issuer: string
let server: TestServer

/** For how long the tokens of the provider are good; below three minutes each use renews them. */
let goodSeconds = 3600
/** What the provider does about renewing. */
let renewing: 'usual' | 'refused' | 'down' = 'usual'
/** Tokens that the drive takes no more, although they are not at their end. */
const withdrawn = new Set<string>()
/** With which token the drive was asked, and how often one was renewed. */
const seen: string[] = []
let renewals = 0

/** The drive of the machine: it shows what there is to whoever has signed in. */
const drive: ConnectorProvider<'file-connector'> = {
  id: 'drive|1',
  kind: 'file-connector',
  name: 'Drive',
  description: '',
  icon: '',
  canRead: true,
  canWrite: false,
  signIn: backend,
  schema: {
    type: 'object',
    required: ['connectorName'],
    properties: { connectorName: { type: 'string', title: 'Name' } },
  },
  open: (_, world) => ({
    check: async () => void (await askDrive(world)),
    async *list() {
      yield [fileCalled(await askDrive(world))]
    },
    find: async () => undefined,
    open: readOnly,
    write: readOnly,
    move: readOnly,
    remove: readOnly,
    close: async () => {},
  }),
}

beforeAll(async () => {
  let listener: RequestListener | undefined
  outside = createServer((request, reply) => {
    if (request.url === '/drive') {
      const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
      seen.push(token)
      reply.statusCode = token === '' || withdrawn.has(token) ? 401 : 200
      return reply.end('Invoices of May.pdf')
    }
    listener?.(request, reply)
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  issuer = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const all: readonly AnyConnectorProvider[] = [drive]
  server = await startServer({
    env: {
      RECTO_GOOGLE_CLIENT_ID: 'recto',
      RECTO_GOOGLE_CLIENT_SECRET: clientSecret,
      RECTO_GOOGLE_ISSUER: issuer,
    },
    replace: {
      connectorProviders: { all, find: (id) => all.find((one) => one.id === id) },
    },
  })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'recto',
        client_secret: clientSecret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${server.origin}/api/v1/oauth/complete/${backend}`],
      },
    ],
    scopes: ['openid', 'email', 'profile', driveScope],
    pkce: { required: () => true },
    cookies: { keys: ['of the provider'] },
    ttl: { AccessToken: () => goodSeconds },
    issueRefreshToken: async () => true,
    findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  })
  provider.use(async (ctx, next) => {
    const isRenewal = ctx.path === '/token' && renewing !== 'usual'
    if (isRenewal) {
      ctx.status = renewing === 'refused' ? 400 : 503
      ctx.body = renewing === 'refused' ? { error: 'invalid_grant' } : 'Down.'
      return
    }
    await next()
  })
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') renewals += 1
  })
  listener = provider.callback()
})
afterAll(async () => {
  await server?.close()
  outside?.closeAllConnections()
  outside?.close()
})
beforeEach(() => {
  goodSeconds = 3600
  renewing = 'usual'
  withdrawn.clear()
  seen.length = 0
  renewals = 0
})

const readOnly = () =>
  Promise.reject(new ProviderError({ code: 'refused', message: 'Only listings are given.' }))

const fileCalled = (path: string): FileEntry => ({
  path,
  kind: 'file',
  size: 9,
  modifiedAt: null,
  contentType: null,
  version: null,
})

/** Asks once more with a new token where the first is refused. */
async function askDrive({ fetch, accessToken }: ConnectorNetwork): Promise<string> {
  let refused: string | undefined
  for (let attempt = 0; attempt < 2; attempt++) {
    const token: string = await accessToken(refused === undefined ? undefined : { refused })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${issuer}/drive`, { headers })
    if (answer.ok) return answer.text()
    refused = token
  }
  throw new ProviderError({ code: 'unauthorised', message: 'The drive refuses the token.' })
}

const uma = () => server.as('user')

async function keyOf(): Promise<string> {
  const { body } = await uma().get(`/api/v1/oauth/cache-key/${backend}`)
  return body.cache_key
}

/** The window: from our address through the provider's pages and back to us. */
async function goThrough(key: string, login?: string) {
  const begin = `/api/v1/oauth/login/${backend}?oauth-key=${encodeURIComponent(key)}`
  const sent = (await uma().get(begin)).headers.get('location') ?? ''
  const back = await walkProvider(openJar(), new URL(sent), login)
  const { headers } = await uma().get(`${back.pathname}${back.search}`)
  return { sent: new URL(sent), status: headers.get('location') }
}

async function signedInKey(login = 'uma'): Promise<string> {
  const key = await keyOf()
  expect((await goThrough(key, login)).status).toBe('/oauth-status/?status=success')
  return key
}

const withKey = (key: string) => `oauth-key=${encodeURIComponent(key)}`

const driveCalled = (connector_name: string) => ({
  connector_id: drive.id,
  connector_name,
  connector_metadata: {},
})

/** A connector of somebody who has signed in. */
async function madeDrive(name: string): Promise<string> {
  const key = await signedInKey()
  const { body } = await uma().post(`connector/?${withKey(key)}`, driveCalled(name))
  return body.id
}

const listed = (id: string) => uma().get(`file?connector_id=${id}&path=/`)

async function storedSettings(id: string) {
  const { sealed_settings } = await server.ctx.db
    .selectFrom('connector')
    .select('sealed_settings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(server.ctx.vault.open(sealed_settings))
}

describe('nothing is kept', () => {
  test('of whoever says no at the service, and a connector without a sign-in is refused with 408', async () => {
    const key = await keyOf()
    const { status } = await goThrough(key)
    const kept = await uma().post(`connector/?${withKey(key)}`, driveCalled('Refused'))
    const without = await uma().post('connector/', driveCalled('Refused'))
    const tried = await uma().post('test_connectors/', {
      connector_id: drive.id,
      connector_metadata: { 'oauth-key': key },
    })

    expect(status).toBe('/oauth-status/?status=error')
    for (const refused of [kept, without, tried]) {
      expect(refused).toMatchObject({ status: 408, body: { type: 'client_error' } })
    }
  })

  test('of an answer that comes twice, or whose code was guessed', async () => {
    const key = await keyOf()
    const begin = `/api/v1/oauth/login/${backend}?${withKey(key)}`
    const sent = new URL((await uma().get(begin)).headers.get('location') ?? '')
    const back = await walkProvider(openJar(), sent, 'uma')
    const forged = new URL(back)
    forged.searchParams.set('code', 'guessed')
    const come = async ({ pathname, search }: URL) =>
      (await uma().get(`${pathname}${search}`)).headers.get('location')

    expect(await come(forged)).toBe('/oauth-status/?status=error')
    expect(await come(back)).toBe('/oauth-status/?status=success')
    expect(await come(back)).toBe('/oauth-status/?status=error')
  })
})

describe('whoever has signed in', () => {
  test('was asked for all that a drive needs, with a code challenge and for good', async () => {
    const { sent } = await goThrough(await keyOf(), 'uma')

    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'recto',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      scope: expect.stringContaining(driveScope),
      redirect_uri: `${server.origin}/api/v1/oauth/complete/${backend}`,
    })
  })

  test('[CN-011] tests with the key as often as they like, and saves one connector with it, whose tokens nobody sees', async () => {
    const key = await signedInKey()
    const tried = () =>
      uma().post('test_connectors/', {
        connector_id: drive.id,
        connector_metadata: { 'oauth-key': key },
      })
    const tests = [await tried(), await tried()]
    const made = await uma().post(`connector/?${withKey(key)}`, driveCalled('Signed in'))
    const again = await uma().post(`connector/?${withKey(key)}`, driveCalled('Signed in twice'))
    const files = await listed(made.body.id)
    const [token] = seen

    expect(tests.map(({ body }) => body)).toEqual([{ is_valid: true }, { is_valid: true }])
    expect(made).toMatchObject({
      status: 201,
      body: {
        connector_metadata: {
          access_token: `sealed:${made.body.id}:access_token`,
          refresh_token: `sealed:${made.body.id}:refresh_token`,
          provider: backend,
          uid: 'uma',
        },
      },
    })
    expect(token).toMatch(/.{20}/)
    expect(JSON.stringify(made.body)).not.toContain(token)
    expect(again.status).toBe(408)
    expect(files.body).toMatchObject([{ name: 'Invoices of May.pdf', type: 'file' }])
    expect(renewals).toBe(0)
  })

  test('[CN-011] as somebody else puts their tokens in the place of the first; without a new sign-in they stay', async () => {
    const id = await madeDrive('Of two people')
    const renamed = await uma().put(`connector/${id}/`, {
      connector_name: 'Of two',
      connector_metadata: {},
    })
    const before = await storedSettings(id)
    const key = await signedInKey('ben')
    const changed = await uma().put(`connector/${id}/?${withKey(key)}`, { connector_metadata: {} })
    const after = await storedSettings(id)
    const again = await uma().put(`connector/${id}/?${withKey(key)}`, { connector_metadata: {} })

    expect([renamed.status, changed.status]).toEqual([200, 200])
    expect(before).toMatchObject({ uid: 'uma', refresh_token: expect.any(String) })
    expect(after.uid).toBe('ben')
    expect(after.access_token).not.toBe(before.access_token)
    expect(again.status).toBe(408)
  })
})

describe('a token', () => {
  test('that is about to end is renewed once, by whichever of many listings comes first', async () => {
    goodSeconds = 60
    const id = await madeDrive('Ending soon')
    const before = await storedSettings(id)
    goodSeconds = 3600
    const answers = await Promise.all(Array.from({ length: 5 }, () => listed(id)))
    const after = await storedSettings(id)

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(renewals).toBe(1)
    expect(after.access_token).not.toBe(before.access_token)
    expect(new Set(seen)).toEqual(new Set([after.access_token]))
    expect(after.refresh_token).toEqual(expect.any(String))
  })

  test('that the service takes no more, before its time, is renewed in the middle of a listing', async () => {
    const id = await madeDrive('Withdrawn')
    withdrawn.add((await storedSettings(id)).access_token)
    const answer = await listed(id)

    expect(answer).toMatchObject({ status: 200, body: [{ name: 'Invoices of May.pdf' }] })
    expect(renewals).toBe(1)
    expect(seen).toHaveLength(2)
  })

  test('that cannot be renewed is a refusal in words, never the end of one’s own session', async () => {
    goodSeconds = 60
    const id = await madeDrive('Ended')
    const { refresh_token } = await storedSettings(id)
    renewing = 'refused'
    const ended = await listed(id)
    renewing = 'down'
    const down = await listed(id)
    renewing = 'usual'
    const later = await listed(id)

    expect(ended.status).toBe(400)
    expect(ended.body.errors[0].detail).toMatch(
      /sign-in has expired \(invalid_grant\)\. Sign in again/,
    )
    expect(down.status).toBe(500)
    expect(down.body.errors[0].detail).toContain('is not responding')
    expect(JSON.stringify([ended.body, down.body])).not.toContain(refresh_token)
    expect(later.status).toBe(200)
  })
})
