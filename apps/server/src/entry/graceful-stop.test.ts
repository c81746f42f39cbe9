import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '../platform/db/embedded/postmaster.ts'
import { getSignalExitCode } from '../platform/exit-codes.ts'
import type { Cookies, Person, TestReply } from '../testing/people.ts'
import {
  type CannedModelProcess,
  type LoggedEvent,
  startCannedModel,
} from './testing/canned-model-process.ts'
import {
  deployOrders,
  fetchOrders,
  type OrderDeployment,
  sendOrders,
} from './testing/order-deployment.ts'
import { orderFields, orderFile, orderOf } from './testing/orders.ts'
import { copyPreparedCluster } from './testing/prepared-cluster.ts'
import { adminWith, type Product, signIn, startProduct } from './testing/start-product.ts'

let folder: string
let product: Product
const models: CannedModelProcess[] = []
let cookies: Cookies
let quick: OrderDeployment
let slow: OrderDeployment

const replyModule = new URL('./testing/orders.ts', import.meta.url)
const person = async (): Promise<Person> => adminWith(cookies, await product.ready)

async function deployWith(name: string, latencyMs: number) {
  const logFile = join(folder, `${name}.jsonl`)
  const model = await startCannedModel({ latencyMs, replyModule, logFile })
  models.push(model)
  const { url: modelUrl } = model
  return { model, deployment: await deployOrders(await person(), { name, modelUrl }) }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-stop-'))
  await copyPreparedCluster(folder)
  product = startProduct({ dataDir: folder, env: { RECTO_SAMPLE: 'off' } })
  cookies = await signIn(await product.ready)
  quick = (await deployWith('quick', 3000)).deployment
  slow = (await deployWith('slow', 10_000)).deployment
})

afterAll(async () => {
  await product?.kill()
  for (const model of models) await model.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Calls that wait for their results, all of them for a model. */
async function callAll(deployment: OrderDeployment, numbers: readonly number[]) {
  const model = deployment === quick ? models[0]! : models[1]!
  const receivedBefore = countReceived(model.logged())
  const caller = await person()
  const calls = numbers.map(async (number) => {
    const files = [await orderFile(number)]
    return sendOrders(caller, deployment, { files, seconds: 300 })
  })
  const expectedCount = receivedBefore + numbers.length * orderFields.length
  await model.until((log) => countReceived(log) >= expectedCount)
  return calls
}

const countReceived = (log: readonly LoggedEvent[]) =>
  log.filter(({ event }) => event === 'received').length

const sixteen = Array.from({ length: 16 }, (_, i) => i)

test('on a stop, waiting callers get their results and new ones are refused', async () => {
  const calls = await callAll(quick, sixteen)
  const caller = await person()

  const stopPromise = product.stop()
  const refusal = await untilRefused(() => caller.get('/health'))
  const late = sendOrders(caller, quick, { files: [await orderFile(99)], seconds: 300 })

  expect(refusal.headers.get('retry-after')).toBe('5')
  expect(refusal.headers.get('connection')).toBe('close')
  expect(await late).toMatchObject({
    status: 503,
    body: { type: 'server_error', errors: [{ code: 'unavailable', attr: null }] },
  })
  const replies = await Promise.all(calls)
  expect(replies.map(({ status }) => status)).toEqual(sixteen.map(() => 200))
  expect(replies.map(outputOf)).toEqual(sixteen.map(orderOf))
  expect(await stopPromise).toMatchObject({ code: 0, orphans: [] })
})

test('a second signal, a moment later, ends the process and its database immediately', async () => {
  product = startProduct({ dataDir: folder })
  const [call] = await callAll(quick, [50])
  const cut = call!.then(
    () => 'answered',
    () => 'cut',
  )

  const stopPromise = product.stop()
  await untilRefused(async () => (await person()).get('/health'))
  const [pid] = (await product.processes()).product
  // The same signal within half a second is the same request to stop.
  await expect.poll(() => isAlive(pid!) && process.kill(pid!, 'SIGTERM')).toBe(false)

  expect((await stopPromise).code).toBe(getSignalExitCode('SIGTERM'))
  expect(product.output()).toMatch(/it received SIGTERM\. It was cut off .*\n$/)
  expect(await cut).toBe('cut')
  product = startProduct({ dataDir: folder })
  await product.ready
})

test('a result that is not ready in time can be fetched after the next start', async () => {
  const calls = await callAll(slow, [100, 101, 102, 103])

  const stopPromise = product.stop()
  const replies = await Promise.all(calls)

  for (const { status, body } of replies) {
    expect([status, body.message.execution_status]).toEqual([200, 'EXECUTING'])
    expect(body.message.status_api).toContain(slow.path)
  }
  expect(await stopPromise).toMatchObject({ code: 0, orphans: [] })
  product = startProduct({ dataDir: folder })
  const [first] = replies
  const id = first?.body.message.execution_id
  const caller = await person()
  await expect
    .poll(() => fetchOrders(caller, slow, id), { interval: 200 })
    .toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  // The worker waited for replies that were on their way, so no call was made again.
  expect(countReceived(models[1]!.logged())).toBe(replies.length * orderFields.length)
})

async function untilRefused(ask: () => Promise<TestReply>): Promise<TestReply> {
  for (;;) {
    const reply = await ask()
    if (reply.status === 503) return reply
  }
}

const outputOf = ({ body }: TestReply) => body.message.result[0].result.output
