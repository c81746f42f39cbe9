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

let externalServer: Server
let issuer: string
let server: TestServer

/** For how long the tokens of the provider are good; below three minutes each use renews them. */
let goodSeconds = 3600
/** How the provider replies to renewals. */
let renewalState: 'usual' | 'refused' | 'down' = 'usual'
/** Tokens that the drive takes no more, although they are not at their end. */
const withdrawnTokens = new Set<string>()
/** The tokens that the drive received, and the number of renewals. */
const requestedPaths: string[] = []
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
  externalServer = createServer((request, reply) => {
    if (request.url === '/drive') {
      const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
      requestedPaths.push(token)
      reply.statusCode = token === '' || withdrawnTokens.has(token) ? 401 : 200
      return reply.end('Invoices of May.pdf')
    }
    listener?.(request, reply)
  }).listen(0, '127.0.0.1')
  await once(externalServer, 'listening')
  issuer = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}`
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
    const isRenewal = ctx.path === '/token' && renewalState !== 'usual'
    if (isRenewal) {
      ctx.status = renewalState === 'refused' ? 400 : 503
      ctx.body = renewalState === 'refused' ? { error: 'invalid_grant' } : 'Down.'
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
  externalServer?.closeAllConnections()
  externalServer?.close()
})
beforeEach(() => {
  goodSeconds = 3600
  renewalState = 'usual'
  withdrawnTokens.clear()
  requestedPaths.length = 0
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
  let refusal: string | undefined
  for (let attempt = 0; attempt < 2; attempt++) {
    const token: string = await accessToken(
      refusal === undefined ? undefined : { refused: refusal },
    )
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${issuer}/drive`, { headers })
    if (answer.ok) return answer.text()
    refusal = token
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
  const location = (await uma().get(begin)).headers.get('location') ?? ''
  const back = await walkProvider(openJar(), new URL(location), login)
  const { headers } = await uma().get(`${back.pathname}${back.search}`)
  return { sent: new URL(location), status: headers.get('location') }
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

const listFiles = (id: string) => uma().get(`file?connector_id=${id}&path=/`)

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
    const savedReply = await uma().post(`connector/?${withKey(key)}`, driveCalled('Refused'))
    const plainReply = await uma().post('connector/', driveCalled('Refused'))
    const attemptedReply = await uma().post('test_connectors/', {
      connector_id: drive.id,
      connector_metadata: { 'oauth-key': key },
    })

    expect(status).toBe('/oauth-status/?status=error')
    for (const refusedReply of [savedReply, plainReply, attemptedReply]) {
      expect(refusedReply).toMatchObject({ status: 408, body: { type: 'client_error' } })
    }
  })

  test('of an answer that comes twice, or whose code was guessed', async () => {
    const key = await keyOf()
    const begin = `/api/v1/oauth/login/${backend}?${withKey(key)}`
    const sentUrl = new URL((await uma().get(begin)).headers.get('location') ?? '')
    const back = await walkProvider(openJar(), sentUrl, 'uma')
    const forgedUrl = new URL(back)
    forgedUrl.searchParams.set('code', 'guessed')
    const come = async ({ pathname, search }: URL) =>
      (await uma().get(`${pathname}${search}`)).headers.get('location')

    expect(await come(forgedUrl)).toBe('/oauth-status/?status=error')
    expect(await come(back)).toBe('/oauth-status/?status=success')
    expect(await come(back)).toBe('/oauth-status/?status=error')
  })
})

describe('whoever has signed in', () => {
  test('was asked for all that a drive needs, with a code challenge and for good', async () => {
    const { sent: sentUrl } = await goThrough(await keyOf(), 'uma')

    expect(Object.fromEntries(sentUrl.searchParams)).toMatchObject({
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
    const tryConnector = () =>
      uma().post('test_connectors/', {
        connector_id: drive.id,
        connector_metadata: { 'oauth-key': key },
      })
    const tests = [await tryConnector(), await tryConnector()]
    const createdReply = await uma().post(`connector/?${withKey(key)}`, driveCalled('Signed in'))
    const repeatedReply = await uma().post(
      `connector/?${withKey(key)}`,
      driveCalled('Signed in twice'),
    )
    const files = await listFiles(createdReply.body.id)
    const [token] = requestedPaths

    expect(tests.map(({ body }) => body)).toEqual([{ is_valid: true }, { is_valid: true }])
    expect(createdReply).toMatchObject({
      status: 201,
      body: {
        connector_metadata: {
          access_token: `sealed:${createdReply.body.id}:access_token`,
          refresh_token: `sealed:${createdReply.body.id}:refresh_token`,
          provider: backend,
          uid: 'uma',
        },
      },
    })
    expect(token).toMatch(/.{20}/)
    expect(JSON.stringify(createdReply.body)).not.toContain(token)
    expect(repeatedReply.status).toBe(408)
    expect(files.body).toMatchObject([{ name: 'Invoices of May.pdf', type: 'file' }])
    expect(renewals).toBe(0)
  })

  test('[CN-011] as somebody else puts their tokens in the place of the first; without a new sign-in they stay', async () => {
    const id = await madeDrive('Of two people')
    const renamedReply = await uma().put(`connector/${id}/`, {
      connector_name: 'Of two',
      connector_metadata: {},
    })
    const initialSettings = await storedSettings(id)
    const key = await signedInKey('ben')
    const changedReply = await uma().put(`connector/${id}/?${withKey(key)}`, {
      connector_metadata: {},
    })
    const finalSettings = await storedSettings(id)
    const repeatedReply = await uma().put(`connector/${id}/?${withKey(key)}`, {
      connector_metadata: {},
    })

    expect([renamedReply.status, changedReply.status]).toEqual([200, 200])
    expect(initialSettings).toMatchObject({ uid: 'uma', refresh_token: expect.any(String) })
    expect(finalSettings.uid).toBe('ben')
    expect(finalSettings.access_token).not.toBe(initialSettings.access_token)
    expect(repeatedReply.status).toBe(408)
  })
})

describe('a token', () => {
  test('that is about to end is renewed once, by whichever of many listings comes first', async () => {
    goodSeconds = 60
    const id = await madeDrive('Ending soon')
    const initialSettings = await storedSettings(id)
    goodSeconds = 3600
    const answers = await Promise.all(Array.from({ length: 5 }, () => listFiles(id)))
    const finalSettings = await storedSettings(id)

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(renewals).toBe(1)
    expect(finalSettings.access_token).not.toBe(initialSettings.access_token)
    expect(new Set(requestedPaths)).toEqual(new Set([finalSettings.access_token]))
    expect(finalSettings.refresh_token).toEqual(expect.any(String))
  })

  test('that the service takes no more, before its time, is renewed in the middle of a listing', async () => {
    const id = await madeDrive('Withdrawn')
    withdrawnTokens.add((await storedSettings(id)).access_token)
    const answer = await listFiles(id)

    expect(answer).toMatchObject({ status: 200, body: [{ name: 'Invoices of May.pdf' }] })
    expect(renewals).toBe(1)
    expect(requestedPaths).toHaveLength(2)
  })

  test('that cannot be renewed is a refusal in words, never the end of one’s own session', async () => {
    goodSeconds = 60
    const id = await madeDrive('Ended')
    const { refresh_token } = await storedSettings(id)
    renewalState = 'refused'
    const finalReply = await listFiles(id)
    renewalState = 'down'
    const failedReply = await listFiles(id)
    renewalState = 'usual'
    const later = await listFiles(id)

    expect(finalReply.status).toBe(400)
    expect(finalReply.body.errors[0].detail).toMatch(
      /sign-in has expired \(invalid_grant\)\. Sign in again/,
    )
    expect(failedReply.status).toBe(500)
    expect(failedReply.body.errors[0].detail).toContain('is not responding')
    expect(JSON.stringify([finalReply.body, failedReply.body])).not.toContain(refresh_token)
    expect(later.status).toBe(200)
  })
})
