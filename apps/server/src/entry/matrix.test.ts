import type { Endpoint } from '@recto/contract/endpoint'
import type { Role } from '@recto/contract/policy'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../platform/http/address-of.ts'
import { openHttp } from '../platform/http/open-http.ts'
import type { Person, TestReply } from '../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'
import { healthRoutes } from './app/health.routes.ts'
import { openApiRoutes } from './app/open-api/open-api.routes.ts'
import { rooms } from './app/rooms.ts'

/**
 * Walks every endpoint of every room, whoever asks and wherever. It knows no room: a new endpoint is
 * in it from its first day, and so is a route that was registered past `serve`.
 */

let server: TestServer
let endpoints: readonly Endpoint[]
let routes: readonly Route[]

type Route = { readonly method: string; readonly url: string; readonly endpoint: unknown }

const roles: readonly Role[] = ['admin', 'user', 'reviewer', 'supervisor']
const scoped = (endpoint: Endpoint) => endpoint.who === 'member' || endpoint.who === 'admin'
const writes = (endpoint: Endpoint) => endpoint.method !== 'GET'
const nameOf = ({ method, path, who }: Endpoint) => `${method} ${path} (${who})`

beforeAll(async () => {
  server = await startServer({ worker: true })
  routes = await listRoutes()
  endpoints = server.endpoints
  await Promise.all(roles.map((role) => server.as(role).get('users/profile/')))
})
afterAll(() => server.close())

describe('what is served', () => {
  test('is every route that exists', () => {
    const strays = routes.filter(({ endpoint }) => !server.endpoints.includes(endpoint as Endpoint))

    expect(strays.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    expect(endpoints.length).toBeGreaterThan(25)
  })

  test('is open to strangers only where the contract says so', () => {
    const open = endpoints.filter(({ who }) => who === 'anyone').map(({ path }) => path)

    expect([...new Set(open)].sort()).toEqual([
      '/api/v1/access',
      '/api/v1/billing/stripe/',
      '/api/v1/callback',
      '/api/v1/invitation/accept',
      '/api/v1/invitation/look',
      '/api/v1/login',
      '/api/v1/login/outside',
      '/api/v1/logout',
      '/api/v1/password/forgotten',
      '/api/v1/password/reset',
      '/api/v1/signup',
      '/api/v1/signup/confirm',
      '/api/v1/sps/',
      '/api/v1/sps/:id',
      '/api/v1/sps/:id/',
      '/api/v1/sps/document/',
      '/api/v1/sps/documents/:id/',
      '/api/v1/sps/excel/',
      '/api/v1/sps/index/',
      '/api/v1/sps/prompt-output/',
      '/api/v1/sps/prompt-run/',
      '/api/v1/sps/prompts/',
      '/api/v1/sps/prompts/:id/',
      '/api/v1/sps/prompts/reorder/',
      '/api/v1/sps/settings/',
      '/api/v1/x2text/health',
      '/health',
      '/metrics',
      '/openapi.json',
      '/public/share/adapter-metadata/',
      '/public/share/default-output-metadata/',
      '/public/share/document-contents/',
      '/public/share/document-metadata/',
      '/public/share/document-page/',
      '/public/share/document-pages/',
      '/public/share/index-metadata/',
      '/public/share/outputs-metadata/',
      '/public/share/profiles-metadata/',
      '/public/share/prompt-studio-metadata/',
      '/public/share/select-choices/',
      '/ready',
    ])
  })

  test('asks for a key only outside the organizations’ paths', () => {
    const keyed = endpoints.filter(({ who }) => who === 'key')

    // Clients of other parsers come with addresses of their own.
    const outside = /^\/(deployment|mr|api\/v2|general|v1|api\/v1\/parsing)\//
    for (const { path } of keyed) expect(path).toMatch(outside)
  })
})

describe('who is not signed in', () => {
  test('gets 401 with the one body from everything that needs a session', async () => {
    await everywhere(needsSession, async (endpoint) => {
      const answer = await ask(server.anonymous, endpoint, 'recto')
      return isUnauthorized(answer)
    })
  })

  test('is told the same in the path of an organization that does not exist', async () => {
    await everywhere(scoped, async (endpoint) => {
      const answer = await ask(server.anonymous, endpoint, 'nowhere')
      return isUnauthorized(answer)
    })
  })

  test('gets nothing by a key that is none', async () => {
    const keyed = ({ who }: Endpoint) => who === 'key'
    await everywhere(keyed, async (endpoint) => {
      const headers = { authorization: 'Bearer 00000000-0000-4000-8000-000000000000' }
      const without = await ask(server.anonymous, endpoint, 'recto')
      const wrong = await ask(server.anonymous, endpoint, 'recto', headers)
      return (
        without.status >= 400 && without.status < 500 && wrong.status >= 400 && wrong.status < 500
      )
    })
  })
})

describe('who has set no organization', () => {
  test('gets 403 from everything below one', async () => {
    const { person } = await server.signIn('admin', adminPassword)
    const { csrftoken = '' } = await person.cookies()
    await server.ctx.db
      .updateTable('web_session')
      .set({ organization_id: null })
      .where('csrf_token', '=', csrftoken)
      .execute()

    await everywhere(scoped, async (endpoint) => isElsewhere(await ask(person, endpoint, 'recto')))
  })
})

describe.each(roles)('a member with the role %s', (role) => {
  test('gets 403 in the path of another organization', async () => {
    await server.as(role, { organization: 'otherwise' }).get('users/')
    await everywhere(scoped, async (endpoint) =>
      isElsewhere(await ask(server.as(role), endpoint, 'otherwise')),
    )
  })

  test('cannot write without the CSRF token', async () => {
    const isWrite = (endpoint: Endpoint) => writes(endpoint) && endpoint.who !== 'key'
    await everywhere(isWrite, async (endpoint) => {
      const missing = await ask(server.as(role), endpoint, 'recto', { 'x-csrftoken': undefined })
      const wrong = await ask(server.as(role), endpoint, 'recto', { 'x-csrftoken': 'wrong' })
      return isDenied(missing) && isDenied(wrong)
    })
  })

  test('cannot be made to change anything by a link on another site', async () => {
    await everywhere(
      ({ changesState }) => changesState === true,
      async (endpoint) => {
        const headers = { 'sec-fetch-site': 'cross-site' }
        return (await ask(server.as(role), endpoint, 'recto', headers)).status === 403
      },
    )
  })

  test('gets what is an admin’s only as an admin', async () => {
    const isAdmins = ({ who }: Endpoint) => who === 'admin'
    await everywhere(isAdmins, async (endpoint) => {
      const answer = await ask(server.as(role), endpoint, 'recto')
      return role === 'admin' ? !isDenied(answer) : isDenied(answer)
    })
  })

  test('is let in to what is every member’s, and nothing breaks', async () => {
    const isMembers = ({ who, changesState }: Endpoint) =>
      (who === 'member' || who === 'session') && !changesState
    await everywhere(isMembers, async (endpoint) => {
      const answer = await ask(server.as(role), endpoint, 'recto')
      return !isUnauthorized(answer) && !isElsewhere(answer) && !isBug(answer)
    })
  })
})

const needsSession = ({ who }: Endpoint) => who !== 'anyone' && who !== 'key'

/** Runs a check on every endpoint that is meant, and reports all that fail it together. */
async function everywhere(
  isMeant: (endpoint: Endpoint) => boolean,
  holds: (endpoint: Endpoint) => Promise<boolean>,
): Promise<void> {
  const failing: string[] = []
  for (const endpoint of endpoints.filter(isMeant)) {
    if (!(await holds(endpoint))) failing.push(nameOf(endpoint))
  }
  expect(failing).toEqual([])
}

/** Asks with parameters that name nothing, so that nothing is changed where the gate is passed. */
function ask(
  person: Person,
  endpoint: Endpoint,
  organization: string,
  headers: { readonly [name: string]: string | undefined } = {},
): Promise<TestReply> {
  const path = addressOf(endpoint, server.ctx.config.productId)
    .replace(':org', organization)
    .replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
  switch (endpoint.method) {
    case 'GET':
      return person.get(path, { headers })
    case 'POST':
      return person.post(path, {}, { headers })
    case 'PUT':
      return person.put(path, {}, { headers })
    case 'PATCH':
      return person.patch(path, {}, { headers })
    case 'DELETE':
      return person.delete(path, {}, { headers })
  }
}

function isUnauthorized({ status, body }: TestReply): boolean {
  return status === 401 && JSON.stringify(body) === '{"message":"Unauthorized"}'
}

/** 403 with a message and nothing else: not the organization of the session. */
function isElsewhere({ status, body }: TestReply): boolean {
  return status === 403 && typeof body?.message === 'string' && Object.keys(body).length === 1
}

function isDenied({ status, body }: TestReply): boolean {
  return status === 403 && body?.errors?.[0]?.code === 'permission_denied'
}

/** An error that nobody foresaw. */
function isBug({ status, body }: TestReply): boolean {
  const text = body?.errors?.[0]?.detail ?? body?.message ?? ''
  return status === 500 && /^Something went wrong/.test(text)
}

/** What Fastify itself was given, by `serve` or past it. */
async function listRoutes(): Promise<Route[]> {
  const found: Route[] = []
  const app: FastifyInstance = await openHttp(server.ctx)
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat().filter((name) => name !== 'HEAD')) {
      found.push({ method: one, url, endpoint: (config as { endpoint?: unknown })?.endpoint })
    }
  })
  healthRoutes(app, server.ctx, { isReady: true })
  openApiRoutes(app, server.ctx)
  for (const { routes: register } of rooms) register(app, server.ctx)
  await app.close()
  return found
}
