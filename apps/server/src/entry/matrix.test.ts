import {
  type KeyPermission,
  rotatePlatformApiKey,
} from '@recto/contract/organizations/platform-api'
import type { Role } from '@recto/contract/policy/policy'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../platform/http/create-http-server.ts'
import { getEndpointPattern } from '../platform/http/endpoint-pattern.ts'
import { routePolicyOf } from '../platform/policy/route-policy-of.ts'
import type { Person, TestReply } from '../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'
import { featureModules } from './app/feature-modules.ts'
import { healthRoutes } from './app/health.routes.ts'
import { openApiRoutes } from './app/open-api/open-api.routes.ts'
import { validRequestOf } from './testing/asking/valid-request.ts'
import { unknownId } from './testing/matrix/id-names.ts'

/**
 * Walks every endpoint of every feature module, whoever asks and wherever. It knows no module: a new endpoint is
 * in it from its first day, and so is a route that was registered past `serve`.
 */

let server: TestServer
let endpoints: readonly Endpoint[]
let routes: readonly Route[]

type Route = { readonly method: string; readonly url: string; readonly endpoint: unknown }

const permissions: readonly KeyPermission[] = ['read', 'read_write', 'full_access']
const roles: readonly Role[] = ['admin', 'user', 'reviewer', 'supervisor']
const isInOrganization = (endpoint: Endpoint) =>
  endpoint.who === 'member' || endpoint.who === 'admin'
const writes = ({ method }: Endpoint) => method !== 'GET' && method !== 'OPTIONS'
const nameOf = ({ method, path, who: audience }: Endpoint) => `${method} ${path} (${audience})`

beforeAll(async () => {
  server = await startServer({ worker: true })
  routes = await listRoutes()
  endpoints = server.endpoints
  await Promise.all(roles.map((role) => server.as(role).get('users/profile/')))
})
afterAll(() => server.close())

describe('the served endpoints', () => {
  test('are all routes that exist', () => {
    const strays = routes.filter(({ endpoint }) => !server.endpoints.includes(endpoint as Endpoint))

    expect(strays.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    expect(endpoints.length).toBeGreaterThan(25)
  })

  test('are public only where the contract says so', () => {
    const publicPaths = endpoints
      .filter(({ who: audience }) => audience === 'anyone')
      .map(({ path }) => path)

    expect([...new Set(publicPaths)].sort()).toEqual([
      '/api/v1/access',
      '/api/v1/billing/links/',
      '/api/v1/billing/stripe/',
      '/api/v1/callback',
      '/api/v1/invitation/accept',
      '/api/v1/invitation/look',
      '/api/v1/login',
      '/api/v1/login/link',
      '/api/v1/login/outside',
      '/api/v1/login/passkey',
      '/api/v1/login/passkey/options',
      '/api/v1/login/second-step',
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
      '/version',
    ])
  })

  test('need a key only outside of the organizations’ paths', () => {
    const keyEndpoints = endpoints.filter(({ who: audience }) => audience === 'key')

    // Clients of other parsers use their own paths. The server for agents refuses callers in the form of its protocol.
    const keyPath =
      /^\/(deployment|mr|api\/v2|general|v1|api\/v1\/(?:parsing|beta|\{product\}\/:org\/mcp))\//
    for (const { path } of keyEndpoints) expect(path).toMatch(keyPath)
  })
})

describe('a visitor who is not signed in', () => {
  test('gets 401 with the standard body from everything that needs a session', async () => {
    await everywhere(needsSession, async (endpoint) => {
      const answer = await ask(server.anonymous, endpoint, 'recto')
      return isUnauthorized(answer)
    })
  })

  test('gets the same reply in the path of an unknown organization', async () => {
    await everywhere(isInOrganization, async (endpoint) => {
      const answer = await ask(server.anonymous, endpoint, 'nowhere')
      return isUnauthorized(answer)
    })
  })

  test('gets nothing with an invalid key', async () => {
    const needsKey = ({ who: audience }: Endpoint) => audience === 'key'
    await everywhere(needsKey, async (endpoint) => {
      const headers = { authorization: `Bearer ${unknownId}` }
      const response = await ask(server.anonymous, endpoint, 'recto')
      const wrong = await ask(server.anonymous, endpoint, 'recto', headers)
      return (
        response.status >= 400 && response.status < 500 && wrong.status >= 400 && wrong.status < 500
      )
    })
  })
})

describe('a user without a chosen organization', () => {
  test('gets 403 from everything in an organization', async () => {
    const { person } = await server.signIn('admin', adminPassword)
    const { csrftoken = '' } = await person.cookies()
    await server.ctx.db
      .updateTable('web_session')
      .set({ organization_id: null })
      .where('csrf_token', '=', csrftoken)
      .execute()

    await everywhere(isInOrganization, async (endpoint) =>
      isElsewhere(await ask(person, endpoint, 'recto')),
    )
  })
})

/** The gate judges these before it looks at the role. */
describe('a member, even an admin,', () => {
  test('cannot write without the CSRF token', async () => {
    const isWrite = (endpoint: Endpoint) => writes(endpoint) && endpoint.who !== 'key'
    await everywhere(isWrite, async (endpoint) => {
      const response = await ask(server.as('admin'), endpoint, 'recto', {
        'x-csrftoken': undefined,
      })
      const wrong = await ask(server.as('admin'), endpoint, 'recto', { 'x-csrftoken': 'wrong' })
      return isDenied(response) && isDenied(wrong)
    })
  })

  test('cannot be tricked into a change by a link on another site', async () => {
    await everywhere(
      ({ changesState }) => changesState === true,
      async (endpoint) => {
        const headers = { 'sec-fetch-site': 'cross-site' }
        return (await ask(server.as('admin'), endpoint, 'recto', headers)).status === 403
      },
    )
  })
})

describe.each(roles)('a member with the role %s', (role) => {
  test('gets 403 in the path of another organization', async () => {
    await server.as(role, { organization: 'otherwise' }).get('users/')
    await everywhere(isInOrganization, async (endpoint) =>
      isElsewhere(await ask(server.as(role), endpoint, 'otherwise')),
    )
  })

  test('gets admin endpoints only as an admin', async () => {
    const isForAdmins = ({ who: audience }: Endpoint) => audience === 'admin'
    await everywhere(isForAdmins, async (endpoint) => {
      const answer = await ask(server.as(role), endpoint, 'recto')
      return role === 'admin' ? !isDenied(answer) : isDenied(answer)
    })
  })

  test('may use the endpoints of every member, without internal errors', async () => {
    const isForMembers = ({ who: audience, changesState }: Endpoint) =>
      (audience === 'member' || audience === 'session') && !changesState
    await everywhere(isForMembers, async (endpoint) => {
      const answer = await ask(server.as(role), endpoint, 'recto')
      return !isUnauthorized(answer) && !isElsewhere(answer) && !isBug(answer)
    })
  })
})

describe('a platform API key', () => {
  let keys: Readonly<Record<string, string>>

  beforeAll(async () => {
    const makeKey = async (permission: KeyPermission) => {
      const fields = { name: `May ${permission}`, description: 'Of the matrix', permission }
      const { body } = await server.as('admin').post('platform-api/keys/', fields)
      return [permission, body.key] as const
    }
    keys = Object.fromEntries(await Promise.all(permissions.map(makeKey)))
  })

  const askWith = (permission: KeyPermission, endpoint: Endpoint, organization = 'recto') =>
    ask(server.anonymous, endpoint, organization, {
      authorization: `Bearer ${keys[permission]}`,
    })

  test.each(['read', 'read_write'] as const)(
    'with the permission %s is refused by everything that needs more',
    async (permission) => {
      const needsMore = (endpoint: Endpoint) =>
        isInOrganization(endpoint) &&
        permissions.indexOf(neededPermission(endpoint)) > permissions.indexOf(permission)
      await everywhere(needsMore, async (endpoint) => {
        const reply = await askWith(permission, endpoint)
        return isElsewhere(reply) || isDenied(reply)
      })
    },
  )

  test('with the least permission that is needed is admitted by exactly the calls of its role', async () => {
    await everywhere(isInOrganization, async (endpoint) =>
      isAsPolicySays(endpoint, await askWith(neededPermission(endpoint), endpoint)),
    )
  })

  test('opens nothing in another organization, and little outside of organizations', async () => {
    await everywhere(isInOrganization, async (endpoint) =>
      isElsewhere(await askWith('full_access', endpoint, 'otherwise')),
    )
    const isOfSession = ({ who: caller, acceptsPlatformKey }: Endpoint) =>
      caller === 'session' && !acceptsPlatformKey
    await everywhere(isOfSession, async (endpoint) =>
      isUnauthorized(await askWith('full_access', endpoint)),
    )
    expect(endpoints.filter((one) => one.acceptsPlatformKey).map(({ path }) => path)).toEqual([
      '/api/v1/doc/',
      '/api/v1/oauth/cache-key/:backend',
    ])
  })
})

/**
 * A key that may only read gets no other key, and follows no link that changes something. Only one
 * that may do everything may replace itself.
 */
function neededPermission(endpoint: Endpoint): KeyPermission {
  const { method, showsKeys, changesState } = endpoint
  if (method === 'DELETE' || endpoint === rotatePlatformApiKey) return 'full_access'
  const isRead = method === 'GET' || method === 'OPTIONS'
  return !isRead || showsKeys || changesState ? 'read_write' : 'read'
}

/** A key acts as a user, and some calls of admins are open to keys. */
function isAsPolicySays(endpoint: Endpoint, reply: TestReply): boolean {
  const policy = routePolicyOf(endpoint)
  const isAdmitted = policy.who === 'member' && (policy.orService || policy.roles.includes('user'))
  if (!isAdmitted) return isDenied(reply)
  return !isUnauthorized(reply) && !isElsewhere(reply) && !isDenied(reply) && !isBug(reply)
}

const needsSession = ({ who: audience }: Endpoint) => audience !== 'anyone' && audience !== 'key'

/** Runs a check on every matching endpoint, and reports all failures together. */
async function everywhere(
  isMeant: (endpoint: Endpoint) => boolean,
  holds: (endpoint: Endpoint) => Promise<boolean>,
): Promise<void> {
  const failures: string[] = []
  for (const endpoint of endpoints.filter(isMeant)) {
    if (!(await holds(endpoint))) failures.push(nameOf(endpoint))
  }
  expect(failures).toEqual([])
}

/**
 * Sends a request that passes validation, so that a refusal is one of the policy. It uses unknown
 * ids, so that nothing of others changes if access is granted.
 */
function ask(
  person: Person,
  endpoint: Endpoint,
  organization: string,
  headers: { readonly [name: string]: string | undefined } = {},
): Promise<TestReply> {
  const { body, query } = validRequestOf(endpoint)
  const pattern = getEndpointPattern(endpoint, server.ctx.config.productId)
  const path = pattern.replace(':org', organization).replace(/:\w+/g, unknownId) + query
  switch (endpoint.method) {
    case 'GET':
      return person.get(path, { headers })
    case 'OPTIONS':
      return person.options(path, { headers })
    case 'POST':
      return person.post(path, body, { headers })
    case 'PUT':
      return person.put(path, body, { headers })
    case 'PATCH':
      return person.patch(path, body, { headers })
    case 'DELETE':
      return person.delete(path, body, { headers })
  }
}

function isUnauthorized({ status, body }: TestReply): boolean {
  return status === 401 && JSON.stringify(body) === '{"message":"Unauthorized"}'
}

/** 403 with a message and nothing else: the path is not that of the session's organization. */
function isElsewhere({ status, body }: TestReply): boolean {
  return status === 403 && typeof body?.message === 'string' && Object.keys(body).length === 1
}

function isDenied({ status, body }: TestReply): boolean {
  return status === 403 && body?.errors?.[0]?.code === 'permission_denied'
}

/** An unexpected error. */
function isBug({ status, body }: TestReply): boolean {
  const text = body?.errors?.[0]?.detail ?? body?.message ?? ''
  return status === 500 && /^Something went wrong/.test(text)
}

/** All routes that Fastify knows, registered through `registerEndpoint` or directly. */
async function listRoutes(): Promise<Route[]> {
  const routes: Route[] = []
  const app: FastifyInstance = await createHttpServer(server.ctx)
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat().filter((name) => name !== 'HEAD')) {
      routes.push({ method: one, url, endpoint: (config as { endpoint?: unknown })?.endpoint })
    }
  })
  healthRoutes(app, server.ctx, { isReady: true })
  openApiRoutes(app, server.ctx)
  for (const { routes: register } of featureModules) register(app, server.ctx)
  await app.close()
  return routes
}
