import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cookies, Person } from '../testing/people.ts'
import {
  type CannedModelProcess,
  type Logged,
  startCannedModel,
} from './testing/canned-model-process.ts'
import { readFacts } from './testing/kills/judge.ts'
import {
  deployOrders,
  fetchOrders,
  type OrderDeployment,
  sendOrders,
} from './testing/order-deployment.ts'
import { fileNameOf, orderFile, orderOf } from './testing/orders.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

// Two webs and two workers that were started together on an empty database.
const cleaning = new AsyncDisposableStack()
const atATime = 3
let installation: SharedInstallation
let model: CannedModelProcess
let processes: RunningProcess[]
let origins: string[]
let cookies: Cookies
let anna: Person
let ben: Person

beforeAll(async () => {
  installation = await openSharedInstallation(cleaning, {
    RECTO_JOBS_PER_ORGANIZATION: String(atATime),
  })
  model = await startModel('model.jsonl', 100)
  processes = (['web', 'web', 'worker', 'worker'] as const).map((program) =>
    installation.start(program),
  )
  const ready = await Promise.all(processes.map((one) => one.ready))
  origins = ready.slice(0, 2)
  const [first = '', second = ''] = origins
  cookies = await signIn(first)
  anna = adminWith(cookies, first)
  ben = adminWith(cookies, second)
})

afterAll(() => cleaning.disposeAsync(), 30_000)

async function startModel(logName: string, latencyMs: number): Promise<CannedModelProcess> {
  const started = await startCannedModel({
    latencyMs,
    replyModule: new URL('./testing/orders.ts', import.meta.url),
    logFile: `${installation.folder}/${logName}`,
  })
  cleaning.defer(() => started.stop())
  return started
}

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + i)

const filesOf = (numbers: readonly number[]) => Promise.all(numbers.map(orderFile))

const outputsOf = (message: { file: string; result: { output: unknown } | null }[]) =>
  message.map(({ result }) => result?.output)

async function fetchWhenDone(person: Person, deployment: OrderDeployment, id: string) {
  const reply = () => fetchOrders(person, deployment, id)
  await expect
    .poll(async () => (await status(person, id)).status, { timeout: 60_000 })
    .toBe('COMPLETED')
  return reply()
}

const status = async (person: Person, id: string) => (await person.get(`execution/${id}/`)).body

/** Workers learn of each other with each beat. */
async function untilBeaten(databaseUrl: string, workers: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: times } = await client.query<{ now: Date }>('select now()')
  const countSince = async () => {
    const since = 'select count(*)::int as count from worker_heartbeat where beat_at > $1'
    return (await client.query(since, [times[0]?.now])).rows[0].count
  }
  await expect.poll(countSince).toBe(workers)
  await client.end()
}

/** How many requests the model had before it at once, at most. */
function mostAtOnce(log: readonly Logged[]): number {
  let open = 0
  let most = 0
  for (const { event } of log) {
    open += event === 'received' ? 1 : -1
    most = Math.max(most, open)
  }
  return most
}

test('a caller of one web process gets what workers read, as soon as they have read it', async () => {
  const deployment = await deployOrders(anna, { name: 'shared', modelUrl: model.url })

  const numbers = numbersFrom(1, 6)
  const replies = await Promise.all(
    numbers.map(async (number) => {
      const caller = number % 2 === 0 ? anna : ben
      return sendOrders(caller, deployment, { files: await filesOf([number]), seconds: 30 })
    }),
  )

  expect(replies.map((reply) => reply.status)).toEqual(numbers.map(() => 200))
  expect(replies.map(({ body }) => outputsOf(body.message.result))).toEqual(
    numbers.map((number) => [orderOf(number)]),
  )
})

test('all workers together run no more files of an organization than it may have', async () => {
  const deployment = await deployOrders(anna, { name: 'bounded', modelUrl: model.url, fields: 1 })
  const before = model.logged().length

  const { body } = await sendOrders(ben, deployment, {
    files: await filesOf(numbersFrom(100, 24)),
    seconds: 0,
  })
  await fetchWhenDone(anna, deployment, body.message.execution_id)

  const most = mostAtOnce(model.logged().slice(before))
  expect(most).toBeLessThanOrEqual(atATime)
  expect(most).toBeGreaterThan(1)
})

test('what is changed in one process counts in the others from then on', async () => {
  const deployment = await deployOrders(anna, { name: 'changing', modelUrl: model.url, fields: 1 })
  const call = async (number: number) =>
    sendOrders(ben, deployment, { files: await filesOf([number]), seconds: 30 })
  expect((await call(200)).status).toBe(200)
  const other = await startModel('other.jsonl', 0)
  const { body: adapters } = await anna.get('adapter/?adapter_type=LLM')
  const adapter = adapters.find(
    ({ adapter_name: name }: { adapter_name: string }) => name === 'Canned model of changing',
  )
  const before = model.logged().length

  const changed = await anna.patch(`adapter/${adapter.id}/`, {
    adapter_metadata: { api_base: `${other.url}/v1`, model: 'canned' },
  })
  expect(changed.status).toBe(200)
  const { body } = await call(201)

  expect(outputsOf(body.message.result)).toEqual([{ order_number: orderOf(201).order_number }])
  expect(model.logged()).toHaveLength(before)
  expect(other.logged().length).toBeGreaterThan(0)
})

test('two processes that start what they take in hold together to what an organization may have', async () => {
  await using own = new AsyncDisposableStack()
  const pair = await openSharedInstallation(own, {
    RECTO_JOBS_PER_ORGANIZATION: String(atATime),
  })
  const both = [pair.start('start'), pair.start('start')]
  const [one = '', other = ''] = await Promise.all(both.map(({ ready }) => ready))
  const known = await signIn(one)
  const persons = [adminWith(known, one), adminWith(known, other)]
  const deployment = await deployOrders(persons[0]!, {
    name: 'pair',
    modelUrl: model.url,
    fields: 1,
  })
  await untilBeaten(pair.databaseUrl, both.length)
  const before = model.logged().length

  const sent = await Promise.all(
    numbersFrom(500, 16).map(async (number, i) =>
      sendOrders(persons[i % 2]!, deployment, { files: await filesOf([number]), seconds: 0 }),
    ),
  )
  for (const { body } of sent) {
    await fetchWhenDone(persons[0]!, deployment, body.message.execution_id)
  }

  const most = mostAtOnce(model.logged().slice(before))
  expect(most).toBeLessThanOrEqual(atATime)
  expect(most).toBeGreaterThan(1)
}, 120_000)

test('a database that is away is tried now and then, and what was accepted goes on when it is back', async () => {
  const deployment = await deployOrders(anna, { name: 'outage', modelUrl: model.url })
  const accepted = await sendOrders(anna, deployment, {
    files: await filesOf(numbersFrom(300, 16)),
    seconds: 0,
  })
  const waiting = sendOrders(ben, deployment, { files: await filesOf([320]), seconds: 90 })
  const slow = await startModel('slow.jsonl', 6000)
  const lasting = await deployOrders(anna, { name: 'lasting', modelUrl: slow.url, fields: 1 })
  const brief = sendOrders(ben, lasting, { files: await filesOf([322]), seconds: 4 })
  const taken = async () =>
    (await readFacts(installation.databaseUrl)).files.map(({ file }) => file)
  await expect.poll(taken).toContain(fileNameOf(320))
  await expect.poll(taken).toContain(fileNameOf(322))

  await installation.stopDatabase()
  const attempts = installation.door.attempts()
  await expect.poll(async () => (await ben.get('/health')).status).toBe(503)
  const early = installation.start('worker')
  const refused = await sendOrders(ben, deployment, { files: await filesOf([321]), seconds: 0 })
  await sleep(5000)
  const tried = installation.door.attempts() - attempts
  const { status: briefStatus, body: briefBody } = await brief
  await installation.startDatabase()

  // It was taken in, so it is told where to ask.
  expect(briefStatus).toBe(200)
  expect(briefBody.message).toMatchObject({
    execution_status: 'EXECUTING',
    status_api: expect.stringContaining(briefBody.message.execution_id),
    result: null,
  })
  expect(refused).toMatchObject({ status: 503, body: { type: 'server_error' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Ten pools and lines, and a process that starts: what they had open at once, then about one a second.
  expect(tried).toBeGreaterThan(8)
  expect(tried).toBeLessThan(250)
  await expect.poll(async () => (await ben.get('/health')).status).toBe(200)
  await early.ready
  const { status, body } = await waiting
  expect({ status, body }).toMatchObject({ status: 200, body: { message: { error: null } } })
  expect(outputsOf(body.message.result)).toEqual([orderOf(320)])
  const { body: asked } = await fetchWhenDone(ben, lasting, briefBody.message.execution_id)
  expect(outputsOf(asked.message)).toEqual([{ order_number: orderOf(322).order_number }])
  const { body: late } = await fetchWhenDone(ben, deployment, accepted.body.message.execution_id)
  expect(late.message).toHaveLength(16)
  expect(outputsOf(late.message)).toEqual(
    late.message.map(({ file }: { file: string }) =>
      orderOf(Number(/\d+/.exec(file)?.[0]) - 100_000),
    ),
  )
}, 120_000)
