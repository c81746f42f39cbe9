import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cookies, Person } from '../testing/people.ts'
import {
  type CannedModelProcess,
  type LoggedEvent,
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

// Two web processes and two workers that were started together on an empty database.
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
  const cannedModel = await startCannedModel({
    latencyMs,
    replyModule: new URL('./testing/orders.ts', import.meta.url),
    logFile: `${installation.folder}/${logName}`,
  })
  cleaning.defer(() => cannedModel.stop())
  return cannedModel
}

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + i)

const filesOf = (numbers: readonly number[]) => Promise.all(numbers.map(orderFile))

const outputsOf = (message: { file: string; result: { output: unknown } | null }[]) =>
  message.map(({ result }) => result?.output)

async function fetchWhenDone(person: Person, deployment: OrderDeployment, id: string) {
  const reply = () => fetchOrders(person, deployment, id)
  await expect.poll(async () => (await status(person, id)).status).toBe('COMPLETED')
  return reply()
}

const status = async (person: Person, id: string) => (await person.get(`execution/${id}/`)).body

/** Workers learn of each other with each heartbeat. */
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

/** Returns the maximum number of concurrent requests at the model. */
function maxConcurrent(log: readonly LoggedEvent[]): number {
  let open = 0
  let maxSeen = 0
  for (const { event } of log) {
    open += event === 'received' ? 1 : -1
    maxSeen = Math.max(maxSeen, open)
  }
  return maxSeen
}

test('a caller of one web process gets results of workers as soon as they are ready', async () => {
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

test('all workers together respect the limit on files of an organization', async () => {
  const deployment = await deployOrders(anna, { name: 'bounded', modelUrl: model.url, fields: 1 })
  const requestsBefore = model.logged().length

  const { body } = await sendOrders(ben, deployment, {
    files: await filesOf(numbersFrom(100, 24)),
    seconds: 0,
  })
  await fetchWhenDone(anna, deployment, body.message.execution_id)

  const maxSeen = maxConcurrent(model.logged().slice(requestsBefore))
  expect(maxSeen).toBeLessThanOrEqual(atATime)
  expect(maxSeen).toBeGreaterThan(1)
})

test('a change in one process takes effect in the others immediately', async () => {
  const deployment = await deployOrders(anna, { name: 'changing', modelUrl: model.url, fields: 1 })
  const call = async (number: number) =>
    sendOrders(ben, deployment, { files: await filesOf([number]), seconds: 30 })
  expect((await call(200)).status).toBe(200)
  const otherModel = await startModel('other.jsonl', 0)
  const { body: adapters } = await anna.get('adapter/?adapter_type=LLM')
  const adapter = adapters.find(
    ({ adapter_name: name }: { adapter_name: string }) => name === 'Canned model of changing',
  )
  const requestsBefore = model.logged().length

  const response = await anna.patch(`adapter/${adapter.id}/`, {
    adapter_metadata: { api_base: `${otherModel.url}/v1`, model: 'canned' },
  })
  expect(response.status).toBe(200)
  const { body } = await call(201)

  expect(outputsOf(body.message.result)).toEqual([{ order_number: orderOf(201).order_number }])
  expect(model.logged()).toHaveLength(requestsBefore)
  expect(otherModel.logged().length).toBeGreaterThan(0)
})

test('two processes that run their own requests together respect the limit of an organization', async () => {
  await using own = new AsyncDisposableStack()
  const pair = await openSharedInstallation(own, {
    RECTO_JOBS_PER_ORGANIZATION: String(atATime),
  })
  const processes = [pair.start('start'), pair.start('start')]
  const [one = '', otherOrigin = ''] = await Promise.all(processes.map(({ ready }) => ready))
  const session = await signIn(one)
  const persons = [adminWith(session, one), adminWith(session, otherOrigin)]
  const deployment = await deployOrders(persons[0]!, {
    name: 'pair',
    modelUrl: model.url,
    fields: 1,
  })
  await untilBeaten(pair.databaseUrl, processes.length)
  const requestsBefore = model.logged().length

  const responses = await Promise.all(
    numbersFrom(500, 16).map(async (number, i) =>
      sendOrders(persons[i % 2]!, deployment, { files: await filesOf([number]), seconds: 0 }),
    ),
  )
  for (const { body } of responses) {
    await fetchWhenDone(persons[0]!, deployment, body.message.execution_id)
  }

  const maxSeen = maxConcurrent(model.logged().slice(requestsBefore))
  expect(maxSeen).toBeLessThanOrEqual(atATime)
  expect(maxSeen).toBeGreaterThan(1)
})

test('retries an unreachable database at intervals, and continues accepted work when it is back', async () => {
  const deployment = await deployOrders(anna, { name: 'outage', modelUrl: model.url })
  const acceptedOrders = await sendOrders(anna, deployment, {
    files: await filesOf(numbersFrom(300, 16)),
    seconds: 0,
  })
  const pendingOrders = sendOrders(ben, deployment, { files: await filesOf([320]), seconds: 90 })
  const slow = await startModel('slow.jsonl', 6000)
  const slowDeployment = await deployOrders(anna, {
    name: 'lasting',
    modelUrl: slow.url,
    fields: 1,
  })
  const brief = sendOrders(ben, slowDeployment, { files: await filesOf([322]), seconds: 4 })
  const countClaimed = async () =>
    (await readFacts(installation.databaseUrl)).files.map(({ file }) => file)
  await expect.poll(countClaimed).toContain(fileNameOf(320))
  await expect.poll(countClaimed).toContain(fileNameOf(322))

  await installation.stopDatabase()
  const attempts = installation.door.attempts()
  await expect.poll(async () => (await ben.get('/health')).status).toBe(503)
  const early = installation.start('worker')
  const refusedOrders = await sendOrders(ben, deployment, {
    files: await filesOf([321]),
    seconds: 0,
  })
  await sleep(5000)
  const attemptCount = installation.door.attempts() - attempts
  const { status: briefStatus, body: briefBody } = await brief
  await installation.startDatabase()

  // It was accepted, so the reply has a status URL.
  expect(briefStatus).toBe(200)
  expect(briefBody.message).toMatchObject({
    execution_status: 'EXECUTING',
    status_api: expect.stringContaining(briefBody.message.execution_id),
    result: null,
  })
  expect(refusedOrders).toMatchObject({ status: 503, body: { type: 'server_error' } })
  expect(Number(refusedOrders.headers.get('retry-after'))).toBeGreaterThan(0)
  // Ten pools and event connections, and a process that starts: their open connections, then about
  // one attempt per second.
  expect(attemptCount).toBeGreaterThan(8)
  expect(attemptCount).toBeLessThan(250)
  await expect.poll(async () => (await ben.get('/health')).status).toBe(200)
  await early.ready
  const { status, body } = await pendingOrders
  expect({ status, body }).toMatchObject({ status: 200, body: { message: { error: null } } })
  expect(outputsOf(body.message.result)).toEqual([orderOf(320)])
  const { body: result } = await fetchWhenDone(ben, slowDeployment, briefBody.message.execution_id)
  expect(outputsOf(result.message)).toEqual([{ order_number: orderOf(322).order_number }])
  const { body: late } = await fetchWhenDone(
    ben,
    deployment,
    acceptedOrders.body.message.execution_id,
  )
  expect(late.message).toHaveLength(16)
  expect(outputsOf(late.message)).toEqual(
    late.message.map(({ file }: { file: string }) =>
      orderOf(Number(/\d+/.exec(file)?.[0]) - 100_000),
    ),
  )
})
