import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEndpointPattern, matchesPattern } from '../../../platform/http/endpoint-pattern.ts'
import type { Person } from '../../../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let ada: Person
let webFolder: string

const onboardingFlags = { is_login_onboarding_msg: true, is_prompt_studio_onboarding_msg: false }
const notSignedIn = { status: 401, body: { message: 'Unauthorized' } }
const forbiddenReply = {
  status: 403,
  body: { type: 'client_error', errors: [{ code: 'permission_denied', attr: null }] },
}

beforeAll(async () => {
  webFolder = await makeWebFolder()
  server = await startServer({ webFolder })
  ada = server.as('admin')
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

test('who is not signed in gets the same answer at every address of the API, known or not', async () => {
  const { anonymous } = server
  for (const path of [
    'users/',
    'no/such/thing',
    '/api/v1/session',
    '/api/v1/nothing',
    '/api/v1/health',
  ]) {
    const answer = await anonymous.get(path)
    expect(answer).toMatchObject(notSignedIn)
    expect(Object.keys(answer.body)).toEqual(['message'])
  }
  expect(await anonymous.post('/api/v1/organization/recto/set')).toMatchObject(notSignedIn)
})

test('icons are below both paths, for clients with files of their own, too', async () => {
  const { anonymous } = server
  const name = 'icons/adapter-icons/own.svg'
  const replies = [await anonymous.get(`/${name}`), await anonymous.get(`/api/v1/static/${name}`)]

  for (const { status, headers } of replies) {
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  }
  for (const missingPath of ['icons/none.svg', 'icons/..%2findex.html', 'assets/worker-1a2b.mjs']) {
    expect((await anonymous.get(`/api/v1/static/${missingPath}`)).status).toBe(404)
  }
})

test('a program with a key of another service learns that there is nothing', async () => {
  const { anonymous } = server
  const withKey = { headers: { authorization: 'Bearer of-another-service' } }

  expect(await anonymous.get('/api/v1/nothing', withKey)).toMatchObject({ status: 404 })
  expect(await anonymous.get('no/such/thing', withKey)).toMatchObject({ status: 401 })
  expect(await anonymous.get('/api/v1/session', withKey)).toMatchObject({ status: 401 })
  // A proxy with a password of its own sends such a header with every request of a browser.
  expect(await anonymous.get('/api/v1/static/icons/adapter-icons/own.svg', withKey)).toMatchObject({
    status: 200,
  })
})

test('a cookie that nobody was given opens nothing', async () => {
  const forgedHeaders = { headers: { cookie: `sessionid=${'A'.repeat(43)}` } }

  expect(await server.anonymous.get('/api/v1/session', forgedHeaders)).toMatchObject(notSignedIn)
})

test('the addresses of monitors and of sign-in need no session', async () => {
  const { anonymous } = server
  const open = ['/health', '/api/v1/x2text/health', '/api/v1/login', '/metrics']

  for (const path of open) expect(await anonymous.get(path)).toMatchObject({ status: 200 })
  expect((await anonymous.get('/health')).body).toBeUndefined()
  expect((await anonymous.get('/api/v1/x2text/health')).body).toBe('OK')
  expect(await anonymous.get('/deployment/nothing/of/the/kind/')).toMatchObject({ status: 404 })
})

test('a method that an address does not know is named', async () => {
  const notAllowed = {
    status: 405,
    body: { type: 'client_error', errors: [{ code: 'method_not_allowed', attr: null }] },
  }

  expect(await server.anonymous.post('/health')).toMatchObject(notAllowed)
  expect(await ada.delete('roles')).toMatchObject(notAllowed)
  expect(await server.anonymous.delete('roles')).toMatchObject(notSignedIn)
})

test('a method that an address without a session does not know is named to everybody', async () => {
  const answer = await server.anonymous.post('/api/v1/x2text/health')

  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET')
})

test('every address that is served refuses the methods that it has not, in JSON', async () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const { productId } = server.ctx.config
  const place = (endpoint: Endpoint) =>
    getEndpointPattern(endpoint, productId)
      .replace(':org', 'recto')
      .replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
  const hasEndpoint = (method: string, path: string) =>
    server.endpoints.some(
      (one) => one.method === method && matchesPattern(getEndpointPattern(one, productId), path),
    )
  const wrong = [...new Set(server.endpoints.map(place))].flatMap((path) =>
    methods.filter((method) => !hasEndpoint(method, path)).map((method) => ({ method, path })),
  )

  expect(wrong.length).toBeGreaterThan(100)
  for (const { method, path } of wrong) {
    const answer = await ada[method.toLowerCase() as 'get'](path)
    expect([
      method,
      path,
      answer.status,
      // A few calls answer, and refuse, with a bare text.
      answer.body?.errors?.[0].code ?? answer.body?.message ?? answer.body?.detail ?? answer.body,
    ]).toEqual([method, path, 405, expect.stringMatching(/method_not_allowed|not allowed/)])
  }
})

test('what is not served where programs ask is not found in JSON, and a page elsewhere', async () => {
  const notFoundReply = {
    status: 404,
    body: { type: 'client_error', errors: [{ code: 'not_found' }] },
  }

  for (const path of [
    '/deployment',
    '/deployment/api',
    '/mr/api/recto/x',
    '/internal/v1/anything',
    '/public',
    '/public/share/project/0d8c',
    '/public/share/nothing.html',
    '/api/v1/login/x',
  ]) {
    expect(await server.anonymous.get(path)).toMatchObject(notFoundReply)
    expect(await server.anonymous.post(path)).toMatchObject(notFoundReply)
  }
  expect(await ada.get('no/such/thing.html')).toMatchObject(notFoundReply)
  expect(await ada.get('/api')).toMatchObject(notFoundReply)
  expect(await server.anonymous.get('/publicity')).toMatchObject({ status: 200 })
  const missingReply = await server.anonymous.get('/assets/gone.js')
  expect(missingReply.headers.get('content-type')).toContain('text/html')
})

test('metrics are not told to whom a proxy speaks for', async () => {
  const proxyHeaders = { headers: { 'x-forwarded-for': '203.0.113.9' } }

  expect(await server.anonymous.get('/metrics', proxyHeaders)).toMatchObject({ status: 404 })
})

test('metrics are told to whoever has the token, from wherever, and every reply of https says so', async () => {
  const token = 'a token of sixteen letters'
  await using otherServer = await startOther({
    RECTO_METRICS_TOKEN: token,
    RECTO_PUBLIC_URL: 'https://recto.example.org',
  })
  const ask = (authorization: string) =>
    otherServer.anonymous.get('/metrics', {
      headers: { 'x-forwarded-for': '203.0.113.9', authorization },
    })

  expect(await ask('Bearer another token of some length')).toMatchObject({ status: 404 })
  const reply = await ask(`Bearer ${token}`)
  expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('process_cpu') })
  expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  const plain = await server.anonymous.get('/health')
  expect(plain.headers.get('strict-transport-security')).toBeNull()
})

test('another product segment is not found, and only for who is signed in', async () => {
  expect(await ada.get('/api/v1/other/recto/users/')).toMatchObject({ status: 404 })
  expect(await server.anonymous.get('/api/v1/other/recto/users/')).toMatchObject(notSignedIn)
})

test('[AC-034] the path of another organization is refused, whether it exists or not', async () => {
  const otto = server.as('admin', { organization: 'otherwise' })
  expect(await otto.get('users/')).toMatchObject({ status: 200 })

  for (const organization of ['otherwise', 'nowhere']) {
    for (const path of ['users/', 'no/such/thing']) {
      const answer = await ada.get(`/api/v1/recto/${organization}/${path}`)
      expect(answer).toMatchObject({ status: 403, body: { message: expect.any(String) } })
    }
  }
})

test('before an organization is set in a session, no call below it works', async () => {
  const { person } = await server.signIn('admin', adminPassword)
  const form = new URLSearchParams({ username: 'admin', password: adminPassword })
  const fresh = await server.anonymous.post('/api/v1/login', form)
  const [cookie = ''] = fresh.headers.getSetCookie()[0]?.split(';') ?? []

  expect(await server.anonymous.get('users/', { headers: { cookie } })).toMatchObject({
    status: 403,
    body: { message: expect.any(String) },
  })
  expect(await person.get('users/')).toMatchObject({ status: 200 })
})

test('[AC-104] [AC-032] a write without the right CSRF token is refused', async () => {
  for (const token of [undefined, '', 'wrong', 'A'.repeat(43)]) {
    const answer = await ada.put('users/profile/', onboardingFlags, {
      headers: { 'x-csrftoken': token },
    })
    expect(answer).toMatchObject(forbiddenReply)
  }
  const profile = await ada.get('users/profile/')
  expect(profile.body.user.login_onboarding_message_displayed).toBe(false)
})

test('a token that was planted as cookie and header alike is refused', async () => {
  const { person } = await server.signIn('admin', adminPassword)
  const cookies = await person.cookies()
  const plantedId = 'B'.repeat(43)
  const cookie = `sessionid=${cookies.sessionid}; csrftoken=${plantedId}`

  const answer = await person.put('users/profile/', onboardingFlags, {
    headers: { cookie, 'x-csrftoken': plantedId },
  })

  expect(answer).toMatchObject(forbiddenReply)
})

test('a write that another site had the browser make is refused', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { referer: 'https://evil.example/page' },
    { origin: `${server.origin}.evil.example` },
  ]) {
    expect(await ada.put('users/profile/', onboardingFlags, { headers })).toMatchObject(
      forbiddenReply,
    )
  }
  const ownHeaders = { headers: { origin: server.origin } }
  expect(await ada.put('users/profile/', onboardingFlags, ownHeaders)).toMatchObject({
    status: 200,
  })
})

test('a form may carry the token in a field', async () => {
  const { person } = await server.signIn('admin', adminPassword)
  const cookies = await person.cookies()
  const token = cookies.csrftoken ?? ''
  const credentials = { username: 'admin', password: adminPassword }
  const noHeader = { headers: { 'x-csrftoken': undefined } }

  const plainReply = await person.post('/api/v1/login', new URLSearchParams(credentials), noHeader)
  const form = new URLSearchParams({ ...credentials, csrfmiddlewaretoken: token })
  const withField = await person.post('/api/v1/login', form, noHeader)

  expect(plainReply).toMatchObject(forbiddenReply)
  expect(withField).toMatchObject({ status: 302 })
})

test('the sign-in form says on its page that a proxy replaced the address', async () => {
  const form = new URLSearchParams({ username: 'admin', password: adminPassword })
  const ask = (accept: string) =>
    server.anonymous.post('/api/v1/login', form, {
      headers: { origin: 'https://recto.example.org', accept },
    })
  const page = await ask('text/html,application/xhtml+xml')
  const { host } = new URL(server.origin)

  expect(page.status).toBe(403)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.body).toContain('<form method="post" action="/api/v1/login">')
  expect(page.body).toContain(
    `You opened this page at recto.example.org, but the server received the form for ${host}.`,
  )
  expect(await ask('application/json')).toMatchObject(forbiddenReply)
})

test('another site cannot sign a person out', async () => {
  const { person } = await server.signIn('admin', adminPassword)

  const forgedReply = await person.get('/api/v1/logout', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })

  expect(forgedReply).toMatchObject({ status: 403 })
  expect(await person.get('/api/v1/session')).toMatchObject({ status: 201 })
})

test.each(['image', 'style', 'script', 'iframe', 'font'])(
  'a page of our own cannot sign a person out by what it loads as %s',
  async (dest) => {
    const { person } = await server.signIn('admin', adminPassword)
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': dest }

    expect(await person.get('/api/v1/logout', { headers })).toMatchObject({ status: 403 })
    expect(await person.get('/api/v1/session')).toMatchObject({ status: 201 })
    const navigationHeaders = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
    expect(await person.get('/api/v1/logout', { headers: navigationHeaders })).toMatchObject({
      status: 302,
    })
  },
)

test('pages of the web application need no session, and carry the product segment', async () => {
  for (const path of ['/', '/landing', '/recto/tools/1', '/index.html']) {
    const page = await server.anonymous.get(path)
    expect(page).toMatchObject({ status: 200 })
    expect(page.body).toContain('<meta name="recto-product" content="recto"')
  }
})

test('files of the web application come with their type; missing ones are not found', async () => {
  const { anonymous } = server
  const script = await anonymous.get('/assets/worker-1a2b.mjs')

  expect(script).toMatchObject({ status: 200 })
  expect(script.headers.get('content-type')).toContain('text/javascript')
  expect(script.headers.get('cache-control')).toContain('immutable')
  const missingScript = await anonymous.get('/assets/gone.js')
  expect(missingScript).toMatchObject({ status: 404 })
  expect(missingScript.headers.get('cache-control') ?? '').not.toMatch(/immutable|max-age=[1-9]/)
  expect(await anonymous.get('/..%2f..%2fsecret.txt')).toMatchObject({ status: 404 })
})

async function makeWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="recto-product" content="built"><title>Recto</title>',
  )
  await writeFile(join(folder, 'assets/worker-1a2b.mjs'), 'export {}')
  await mkdir(join(folder, 'icons/adapter-icons'), { recursive: true })
  await writeFile(join(folder, 'icons/adapter-icons/own.svg'), '<svg/>')
  return folder
}

async function startOther(env: Readonly<Record<string, string>>) {
  const otherServer = await startServer({ env })
  return { ...otherServer, [Symbol.asyncDispose]: otherServer.close }
}

test('the id of a request is repeated without characters that mean something in logs, and cut', async () => {
  const repeatedId = async (id: string) => {
    const reply = await server.anonymous.get('/health', { headers: { 'x-request-id': id } })
    return reply.headers.get('x-request-id')
  }

  expect(await repeatedId('<b>trace {1}"')).toBe('btrace1')
  expect(await repeatedId('a'.repeat(5000))).toBe('a'.repeat(200))
})
