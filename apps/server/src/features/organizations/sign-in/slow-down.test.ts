import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { RECTO_TRUST_PROXY: '127.0.0.0/8' } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  await server.ctx.db.deleteFrom('sign_in_attempt').execute()
})

type From = { readonly address: string; readonly browser?: string | undefined }

/** An attempt as the proxy passes it on. */
async function attempt(password: string, { address, browser }: From, username = 'admin') {
  const form = new URLSearchParams({ username, password })
  const cookie = browser && `recto_browser=${browser}`
  const headers = { 'x-forwarded-for': address, cookie }
  const { status, headers: replyHeaders } = await server.anonymous.post('/api/v1/login', form, {
    headers,
  })
  const [, browserId] = /recto_browser=([^;]+)/.exec(replyHeaders.getSetCookie().join()) ?? []
  return { status, wait: Number(replyHeaders.get('retry-after')), browser: browserId }
}

async function guess(times: number, from: (n: number) => From, username?: string) {
  const statuses = []
  for (let n = 0; n < times; n++) {
    statuses.push((await attempt(`guess number ${n}`, from(n), username)).status)
  }
  return statuses
}

async function pass(seconds: number): Promise<void> {
  const interval = sql`make_interval(secs => ${seconds})`
  await sql`update sign_in_attempt set free_at = free_at - ${interval}, tried_at = tried_at - ${interval}`.execute(
    server.ctx.db,
  )
}

test('one address is slowed down for one name, and others are not', async () => {
  const statuses = await guess(8, () => ({ address: '192.0.2.1' }), 'victim')

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(await attempt('x y z', { address: '192.0.2.2' }, 'victim')).toMatchObject({ status: 200 })
  expect(await attempt('x y z', { address: '192.0.2.1' }, 'other')).toMatchObject({ status: 200 })
})

test('it is slowed down, not shut: each wait ends, and is twice as long as the one before', async () => {
  const mallory = { address: '192.0.2.1' }
  await guess(5, () => mallory)

  const waits = []
  for (let n = 0; n < 4; n++) {
    const { wait } = await attempt('guess', mallory)
    waits.push(wait)
    await pass(wait)
    await attempt('guess', mallory)
  }

  // A wait goes by while it is asked for.
  expect(waits.map((wait) => 2 ** Math.ceil(Math.log2(wait)))).toEqual([4, 8, 16, 32])
  await pass(64)
  expect(await attempt(adminPassword, mallory)).toMatchObject({ status: 302 })
})

test('whatever strangers try, the owner comes in from a known browser and from a known address', async () => {
  const home = { address: '198.51.100.7' }
  const { browser } = await attempt(adminPassword, home)
  const statuses = await guess(40, (n) => ({ address: `192.0.2.${n}` }))

  expect(statuses.slice(20)).toContain(429)
  expect(await attempt(adminPassword, { address: '203.0.113.9' })).toMatchObject({ status: 429 })
  expect(await attempt(adminPassword, home)).toMatchObject({ status: 302 })
  expect(await attempt(adminPassword, { address: '203.0.113.9', browser })).toMatchObject({
    status: 302,
  })
})

test('somebody behind the address of the owner does not lock the known browser out', async () => {
  const office = { address: '198.51.100.7' }
  const { browser } = await attempt(adminPassword, office)
  await guess(12, () => office)

  expect(await attempt(adminPassword, office)).toMatchObject({ status: 429 })
  expect(await attempt(adminPassword, { ...office, browser })).toMatchObject({ status: 302 })
})

test('a known browser may not guess without end either, nor for another name', async () => {
  const { browser } = await attempt(adminPassword, { address: '198.51.100.7' })
  const stolenBrowser = (n: number) => ({ address: `192.0.2.${n}`, browser })

  expect(await guess(6, stolenBrowser)).toEqual([200, 200, 200, 200, 200, 429])
  const otherStatuses = await guess(21, stolenBrowser, 'somebody')
  expect(otherStatuses.at(-1)).toBe(429)
})

test('fewer than a hundred guesses an hour reach one account, from however many addresses', async () => {
  let checked = 0
  for (let second = 0; second < 3600; second += 8) {
    const { status } = await attempt('guess', { address: `10.1.${second >> 8}.${second & 255}` })
    if (status === 200) checked += 1
    await pass(8)
  }

  expect(checked).toBeLessThan(100)
})

test('of many guesses at once no more are looked at than of those one after the other', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => attempt(`guess ${n}`, { address: '192.0.2.1' })),
  )

  expect(all.filter(({ status }) => status === 200)).toHaveLength(5)
})

test('one network of IPv6 is one address', async () => {
  const statuses = await guess(7, (n) => ({ address: `2001:db8:1:2::${n + 1}` }))

  expect(statuses.at(-1)).toBe(429)
  expect(await attempt('guess', { address: '2001:db8:1:3::1' })).toMatchObject({ status: 200 })
})

test('nothing that was typed is stored, and rows go when they are old', async () => {
  const { db } = server.ctx
  await attempt('guess', { address: '192.0.2.1' }, 'a password as a name')

  const rows = await db.selectFrom('sign_in_attempt').selectAll().execute()
  expect(rows).not.toHaveLength(0)
  expect(JSON.stringify(rows)).not.toMatch(/password|192/)
  await pass(2 * 86_400)
  await attempt('guess', { address: '192.0.2.2' }, 'another')
  const left = await db.selectFrom('sign_in_attempt').select('key').execute()
  const initialKeys = rows.map(({ key }) => key)
  expect(left.filter(({ key }) => initialKeys.includes(key))).toEqual([])
})

test('without a trusted proxy nobody says from where a request comes', async () => {
  const open = await startServer()
  try {
    const statuses = []
    for (let n = 0; n < 7; n++) {
      const form = new URLSearchParams({ username: 'victim', password: 'a guess' })
      const headers = { 'x-forwarded-for': `192.0.2.${n}` }
      statuses.push((await open.anonymous.post('/api/v1/login', form, { headers })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await open.close()
  }
})
