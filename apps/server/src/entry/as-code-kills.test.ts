import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { fillOrganization, makeKey, pullFiles, readAll, secrets } from './testing/as-code.ts'
import { startCuttingProxy } from './testing/cutting-proxy.ts'
import { recto, startRecto, type Variables } from './testing/run-recto.ts'

/** `recto apply` that is killed, or runs twice at once. */

let models: CannedModelServer
let server: TestServer
let folder: string

beforeAll(async () => {
  models = await startCannedModelServer({ reply: '4711' })
  server = await startServer()
  await fillOrganization(server.as('admin'), models)
  folder = await mkdtemp(join(tmpdir(), 'recto-killed-applies-'))
  expect(await recto(['pull', folder], await variablesOf('recto'))).toMatchObject({ code: 0 })
})
afterAll(async () => {
  for (const resource of [server, models]) await resource?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The variables of an organization, which is made when it is first used. */
async function variablesOf(organization: string): Promise<Variables> {
  const admin = server.as('admin', organization === 'recto' ? {} : { organization })
  return {
    RECTO_SERVER: server.origin,
    RECTO_ORGANIZATION: organization,
    RECTO_PLATFORM_KEY: await makeKey(admin),
    ...secrets,
  }
}

/** Changing requests of an apply of all files, from the first adapter to the last review setting. */
const requestCount = 14
const places = Array.from({ length: requestCount }, (_, index) => index + 1)
const kills = [
  ...places.map((place) => ({ place, moment: 'after' as const })),
  ...places
    .filter((place) => place % 2 === 1)
    .map((place) => ({ place, moment: 'before' as const })),
]

test('an apply has as many requests as the kills below assume', async () => {
  const variables = await variablesOf('counted')
  const endlessCut = { place: 0, moment: 'before', cut: () => Promise.resolve() } as const
  const proxy = await startCuttingProxy(server.origin, endlessCut)
  const { code } = await recto(['apply', folder, '--yes'], {
    ...variables,
    RECTO_SERVER: proxy.origin,
  })
  proxy.close()

  expect([code, proxy.countRequests(), kills.length]).toEqual([0, requestCount, 21])
})

test.concurrent.for(kills)(
  'killed $moment request $place, it is completed by the next apply, without duplicates',
  async ({ place, moment }, { expect }) => {
    const variables = await variablesOf(`killed-${moment}-${place}`)
    const { promise: endlessCut } = Promise.withResolvers<void>()
    const cut = async () => {
      firstCall.child.kill('SIGKILL')
      await firstCall.ended
      // A request that was sent has arrived, whatever becomes of the process that has sent it.
      if (moment === 'after') await endlessCut
    }
    const proxy = await startCuttingProxy(server.origin, { place, moment, cut })
    const firstCall = startRecto(['apply', folder, '--yes'], {
      ...variables,
      RECTO_SERVER: proxy.origin,
    })
    const { code } = await firstCall.ended
    const secondOutput = await recto(['apply', folder, '--yes', '--wait', '600'], variables)
    proxy.close()

    expect(code).not.toBe(0)
    expect(secondOutput.code).toBe(0)
    expect(await pullFiles(variables)).toEqual(await readAll(folder))
    expect((await recto(['apply', folder, '--yes'], variables)).out).toBe('Nothing to apply.\n')
  },
)

test('a second apply is refused while one is running, or waits for it', async () => {
  const variables = await variablesOf('twice')
  const arrival = Promise.withResolvers<void>()
  const continuation = Promise.withResolvers<void>()
  const cut = () => {
    arrival.resolve()
    return continuation.promise
  }
  const proxy = await startCuttingProxy(server.origin, { place: 4, moment: 'before', cut })
  const first = startRecto(['apply', folder, '--yes'], {
    ...variables,
    RECTO_SERVER: proxy.origin,
  })
  await arrival.promise
  const refusedOutput = await recto(['apply', folder, '--yes', '--wait', '0'], variables)
  const waitingCall = startRecto(['apply', folder, '--yes', '--wait', '600'], variables)
  const { promise: hasWaited, resolve } = Promise.withResolvers<void>()
  waitingCall.child.stderr?.on('data', () => resolve())
  await hasWaited
  continuation.resolve()
  const [firstOutput, later] = await Promise.all([first.ended, waitingCall.ended])
  proxy.close()

  expect(refusedOutput).toMatchObject({ code: 2, out: '' })
  expect(refusedOutput.said).toMatch(
    /Another apply is running in this organization by key As code since/,
  )
  expect(firstOutput).toMatchObject({ code: 0, said: '' })
  expect(later).toMatchObject({ code: 0, out: 'Nothing to apply.\n' })
  expect(later.said).toContain('Waiting up to 600 seconds for it to end.')
})

test('an apply that loses its lease midway stops, ends with 1 and says how much it has applied', async () => {
  const variables = await variablesOf('lost')
  const cut = async () => {
    await server.ctx.db.updateTable('apply_lease').set({ holder: crypto.randomUUID() }).execute()
    await proxy.leaseRefusal
  }
  const proxy = await startCuttingProxy(server.origin, { place: 2, moment: 'before', cut })
  const toProxy = { ...variables, RECTO_SERVER: proxy.origin }
  const output = await recto(['apply', folder, '--yes'], toProxy)
  const requestCount = proxy.countRequests()
  proxy.close()

  expect([output.code, requestCount]).toEqual([1, 2])
  expect(output.said).toMatch(
    /This apply has lost its lease and stops\. Another apply is running .*\nApplied before it: 2 objects\.\n$/,
  )
})

test('the lease of a process that does not renew it goes to the next one, and only one has it', async () => {
  const { RECTO_PLATFORM_KEY: key } = await variablesOf('leases')
  const headers = { headers: { authorization: `Bearer ${key}`, cookie: undefined } }
  const one = crypto.randomUUID()
  const two = crypto.randomUUID()
  const path = '/api/v1/recto/leases/apply-lease/'
  const take = (holder: string, seconds: number, renews = false) =>
    server.anonymous.post(path, { holder, seconds, renews }, headers)

  expect((await take(one, 60)).status).toBe(200)
  expect((await take(two, 60)).status).toBe(409)
  await server.anonymous.post(`${path}release/`, { holder: two }, headers)
  expect((await take(two, 60)).status).toBe(409)
  expect((await take(one, 1)).status).toBe(200)
  await expect.poll(async () => (await take(two, 60)).status).toBe(200)
  expect((await take(one, 60)).status).toBe(409)
  expect((await take(two, 61)).body.errors[0]).toMatchObject({ attr: 'seconds' })

  expect((await take(two, 60, true)).status).toBe(200)
  expect((await take(one, 60, true)).status).toBe(409)
  await server.anonymous.post(`${path}release/`, { holder: two }, headers)
  // The lease is free, but the other process has had it since.
  expect((await take(one, 60, true)).status).toBe(409)
  expect((await take(one, 60)).status).toBe(200)
})
