import pg from 'pg'
import { expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { asSuperuser } from '../testing/start-postgres.ts'
import { startReadingModel } from './testing/kills/story.ts'
import { deployOrders, sendOrders } from './testing/order-deployment.ts'
import { orderFile, orderOf } from './testing/orders.ts'
import { openSharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

test('with a database limited to twenty connections, two web processes and two workers work or say what they lack', async () => {
  await using cleaning = new AsyncDisposableStack()
  const { start, folder } = await openSharedInstallation(
    cleaning,
    {},
    {
      // Three of them are reserved for the superuser.
      settings: { max_connections: '23' },
    },
  )
  const model = await startReadingModel(cleaning, { latencyMs: 50, folder })
  const first = start('web')
  const origin = await first.ready
  await start('worker').ready
  const cookies = await signIn(origin)
  const admin = adminWith(cookies, origin)
  const deployment = await deployOrders(admin, { name: 'narrow', modelUrl: model.url })
  const otherProcesses = [start('web'), start('worker')]
  const [second, third] = await Promise.all(otherProcesses.map(readyOrReason))
  const isThere = second?.startsWith('http')
  const persons = [origin, isThere ? second! : origin].map((one) => adminWith(cookies, one))
  // A process that gets no connection at startup says so.
  if (!isThere)
    expect(second).toMatch(
      /^Recto could not start: The database .*cannot be used: .*(too many clients|remaining connection slots)/m,
    )
  if (!third?.startsWith('The Recto worker'))
    expect(third).toMatch(/The database .*cannot be used: /)

  const numbers = Array.from({ length: 24 }, (_, i) => i + 1)
  const replies = await Promise.all(
    numbers.map(async (number) => {
      const files = [await orderFile(number)]
      return sendOrders(persons[number % 2]!, deployment, { files, seconds: 60 })
    }),
  )

  // A request that gets no connection is asked to retry, and nothing else goes wrong.
  const refusedReplies = replies.filter(({ status }) => status === 503)
  for (const { headers } of refusedReplies)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const outcomes = replies
    .map(({ status, body }, i) =>
      status === 503
        ? undefined
        : ([numbers[i], status, body.message?.result?.[0]?.result?.output] as const),
    )
    .filter((value) => value !== undefined)
  expect(outcomes.length).toBeGreaterThan(0)
  expect(outcomes).toEqual(outcomes.map(([number]) => [number, 200, orderOf(number as number)]))
})

test('with a read-only database, startup fails, clients are asked to retry, and work waits', async () => {
  await using cleaning = new AsyncDisposableStack()
  const { start, folder, databaseUrl } = await openSharedInstallation(cleaning)
  const model = await startReadingModel(cleaning, { latencyMs: 2000, folder })
  const web = start('web')
  const worker = start('worker')
  const origin = await web.ready
  await worker.ready
  const admin: Person = adminWith(await signIn(origin), origin)
  const deployment = await deployOrders(admin, { name: 'standby', modelUrl: model.url })
  const pendingOrders = sendOrders(admin, deployment, { files: [await orderFile(1)], seconds: 90 })
  await model.until((log) => log.some(({ event }) => event === 'received'))

  await setReadOnly(databaseUrl, 'on')
  const late = start('web')
  const refusedOrders = await sendOrders(admin, deployment, {
    files: [await orderFile(2)],
    seconds: 0,
  })
  await model.until((log) => log.filter(({ event }) => event === 'ended').length >= 3)

  expect(await late.exited).toBe(75)
  expect(late.output()).toContain('The database at DATABASE_URL is read-only')
  expect(refusedOrders).toMatchObject({
    status: 503,
    body: { type: 'server_error', errors: [{ attr: null }] },
  })
  expect(refusedOrders.body.errors[0].detail).toContain('read-only')
  expect(Number(refusedOrders.headers.get('retry-after'))).toBeGreaterThan(0)

  await setReadOnly(databaseUrl, 'off')
  const { status, body } = await pendingOrders
  expect([status, body.message?.result?.[0]?.result?.output]).toEqual([200, orderOf(1)])
  // Each of its questions was paid once.
  expect(model.logged().filter(({ event }) => event === 'received')).toHaveLength(3)
})

const readyOrReason = ({ ready, output }: RunningProcess) => ready.catch(output)

/** Makes the server read-only for every session from its next transaction on, like a standby. */
async function setReadOnly(databaseUrl: string, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: asSuperuser(databaseUrl) })
  await client.connect()
  await client.query(`alter system set default_transaction_read_only = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
