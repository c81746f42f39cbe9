import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cookies, TestReply } from '../../testing/people.ts'
import { type CannedModelProcess, startCannedModel } from './canned-model-process.ts'
import { type CallReport, examineCalls, type Kept } from './examine-calls.ts'
import { deployOrders, fetchOrders, type OrderDeployment, sendOrders } from './order-deployment.ts'
import { fileNameOf, orderFields, orderFile, orderOf } from './orders.ts'
import { adminWith, type Product, signIn, startProduct } from './start-product.ts'

export type KillReport = {
  readonly documents: number
  readonly kills: number
  readonly statuses: readonly string[]
  readonly results: number
  /** File names whose result is missing, unreadable, or not what stands in the document. */
  readonly wrong: readonly string[]
  /** Files of which there is more than one result. */
  readonly twice: readonly string[]
  readonly calls: CallReport
  /** Usage rows of model calls: what a customer is billed for. */
  readonly billed: number
  readonly secondsInAll: number
  readonly stopped: { readonly code: number | null; readonly orphans: number }
}

type Plan = {
  readonly documents: number
  readonly kills: number
  readonly latencyMs: number
  readonly print?: (line: string) => void
}

type Setup = {
  readonly plan: Plan
  readonly dataDir: string
  readonly model: CannedModelProcess
  readonly cookies: Cookies
  readonly deployment: OrderDeployment
}

const maxFilesOfRequest = 32

/**
 * Two or more asynchronous requests while the whole product, its database included, is killed again and
 * again; then what became of every document and of every paid call.
 */
export async function killEverything(plan: Plan): Promise<KillReport> {
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'recto-kill-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const model = await startCannedModel({
    latencyMs: plan.latencyMs,
    replyModule: new URL('./orders.ts', import.meta.url),
    logFile: join(folder, 'model.jsonl'),
  })
  cleaning.defer(() => model.stop())
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const running = { product: start(dataDir) }
  cleaning.defer(() => running.product.kill())

  const startedAt = performance.now()
  const setup = await setUp(plan, { dataDir, model, product: running.product })
  const executionIds = await sendAll(setup, running.product)
  const kills = await killAgainAndAgain(setup, running)
  const replies = await awaitAll(setup, running.product, executionIds)
  const facts = await readFacts(running.product)
  const secondsInAll = (performance.now() - startedAt) / 1000
  const { code, orphans } = await running.product.stop()

  const items = replies.flatMap(({ body }) => body.message as ResultItem[])
  return {
    documents: plan.documents,
    kills: kills.length,
    statuses: replies.map(({ body }) => body.status),
    results: items.length,
    wrong: findWrong(plan.documents, items),
    twice: [...findTwice(items.map(({ file }) => file)), ...findTwice(facts.files)],
    calls: examineCalls(model.logged(), facts.kept, kills),
    billed: facts.billed,
    secondsInAll,
    stopped: { code, orphans: orphans.length },
  }
}

const start = (dataDir: string) => startProduct({ dataDir, env: { RECTO_SAMPLE: 'off' } })

async function setUp(
  plan: Plan,
  given: Pick<Setup, 'dataDir' | 'model'> & { readonly product: Product },
): Promise<Setup> {
  const { dataDir, model, product } = given
  const origin = await product.ready
  const cookies = await signIn(origin)
  const deployment = await deployOrders(adminWith(cookies, origin), {
    name: 'orders',
    modelUrl: model.url,
  })
  return { plan, dataDir, model, cookies, deployment }
}

async function sendAll({ plan, cookies, deployment }: Setup, product: Product): Promise<string[]> {
  const person = adminWith(cookies, await product.ready)
  const numbers = Array.from({ length: plan.documents }, (_, index) => index + 1)
  const requests = Math.max(2, Math.ceil(numbers.length / maxFilesOfRequest))
  const perRequest = Math.ceil(numbers.length / requests)
  const ids: string[] = []
  for (let from = 0; from < numbers.length; from += perRequest) {
    const files = await Promise.all(numbers.slice(from, from + perRequest).map(orderFile))
    const { status, body } = await sendOrders(person, deployment, { files, seconds: 0 })
    if (status !== 200) throw new Error(`The request was refused: ${JSON.stringify(body)}`)
    ids.push(body.message.execution_id)
  }
  return ids
}

/**
 * Each time some way on. Every other kill waits for a reply that has just gone out, so that it may hit
 * between the reply and its being kept; the others for a request that has just come in. The kills come
 * at whatever moment of the start the work goes on, also before the product says that it is ready.
 */
async function killAgainAndAgain(setup: Setup, running: { product: Product }): Promise<number[]> {
  const { plan, dataDir, model } = setup
  const stride = Math.floor((plan.documents * orderFields.length) / (plan.kills + 2))
  const kills: number[] = []
  for (let turn = 0; turn < plan.kills; turn++) {
    const what = turn % 2 === 0 ? 'ended' : 'received'
    const count = () => model.logged().filter(({ event }) => event === what).length
    const wanted = count() + stride
    await untilReached(running.product, (signal) => model.until(() => count() >= wanted, signal))
    await running.product.kill()
    await model.settled()
    kills.push(Date.now())
    plan.print?.(`kill ${turn + 1}: ${model.logged().length} lines in the model's log`)
    running.product = start(dataDir)
  }
  return kills
}

/** Fails when the product ends by itself meanwhile. */
async function untilReached(
  product: Product,
  waiting: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController()
  const ended = product.exited.then(() => over.abort(new Error(product.output())))
  await Promise.race([waiting(over.signal), ended.then(() => over.signal.throwIfAborted())])
}

async function awaitAll(
  { cookies, deployment }: Setup,
  product: Product,
  executionIds: readonly string[],
): Promise<TestReply[]> {
  const person = adminWith(cookies, await product.ready)
  const { status } = await person.get('/health')
  if (status !== 200) throw new Error(`It is ready, and its health is ${status}.`)
  return Promise.all(
    executionIds.map(async (id) => {
      for (;;) {
        const reply = await fetchOrders(person, deployment, id)
        if (reply.body?.status !== 'EXECUTING' && reply.body?.status !== 'PENDING') return reply
        await sleep(100)
      }
    }),
  )
}

type Facts = {
  readonly kept: readonly Kept[]
  /** Of each row that there is for a file. */
  readonly files: readonly string[]
  readonly billed: number
}

async function readFacts(product: Product): Promise<Facts> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() })
  await client.connect()
  try {
    const calls = await client.query('select call_key, created_at from model_call')
    const files = await client.query('select file_name from file_execution')
    const billed = await client.query("select 1 from usage_record where usage_type = 'llm'")
    return {
      kept: calls.rows.map(({ call_key: callKey, created_at }) => ({
        callKey,
        keptAt: created_at.getTime(),
      })),
      files: files.rows.map(({ file_name }) => file_name),
      billed: billed.rowCount ?? 0,
    }
  } finally {
    await client.end()
  }
}

type ResultItem = {
  readonly file: string
  readonly status: string
  readonly result: {
    readonly output: Readonly<Record<string, unknown>>
    readonly metadata: { readonly evidence_data: Readonly<Record<string, unknown>> }
  } | null
}

/** A right result has every value as it stands in the document, each with its evidence. */
function findWrong(documents: number, items: readonly ResultItem[]): string[] {
  const byName = new Map(items.map((item) => [item.file, item]))
  const numbers = Array.from({ length: documents }, (_, index) => index + 1)
  return numbers
    .filter((number) => {
      const item = byName.get(fileNameOf(number))
      const { output = {}, metadata } = item?.result ?? {}
      const isRight = Object.entries(orderOf(number)).every(
        ([key, value]) => output[key] === value && metadata?.evidence_data[key],
      )
      return item?.status !== 'Success' || !isRight
    })
    .map(fileNameOf)
}

function findTwice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
