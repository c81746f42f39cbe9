import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { orderFile } from '../../../apps/server/src/entry/testing/orders.ts'
import {
  adminWith,
  signIn,
  startProduct,
} from '../../../apps/server/src/entry/testing/start-product.ts'
import { openLine } from '../../../apps/server/src/testing/open-line.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { quantile, table } from '../figures.ts'
import type { Part } from '../part.ts'
import { converse, makeApp } from './make-app.ts'

const chats = { full: 50, quick: 1 }
const rounds = 4
/** Questions start simultaneously, or within a second. */
const spreads = [0, 1000]

type Row = {
  readonly profile: string
  readonly chats: number
  /** Time within which all questions are asked, in milliseconds. */
  readonly spreadMilliseconds: number
  /**
   * Time to the model's first piece when it is called directly in the same way, p95 in
   * milliseconds.
   */
  readonly model: number
  /** Time from the question to the first part of the answer in the browser, in milliseconds. */
  readonly first: { readonly p50: number; readonly p95: number; readonly worst: number }
  /** Time to the complete answer, in milliseconds. */
  readonly whole: { readonly p50: number; readonly p95: number }
}

const profiles = {
  'whole texts': undefined,
  'chunks by vectors and words': { chunk_size: 24, chunk_overlap: 0, similarity_top_k: 1 },
} as const

/** Maximum delay in addition to the time of the model itself. */
const maxDelayMilliseconds = 300

/**
 * Lets many people ask an app on five documents at the same time, with a model that answers immediately, and
 * measures the time until the first part of each answer reaches the browser.
 */
export const measureConversations: Part = async ({ isQuick, print }) => {
  const count = isQuick ? chats.quick : chats.full
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'recto-chats-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const model = await startCannedModelServer({
    reply: `The total stands below the lines of the order. ${'It is paid in May. '.repeat(20)}[#3]`,
  })
  cleaning.defer(() => model.close())
  const env = { RECTO_SAMPLE: 'off', RECTO_CONNECTOR_FOLDERS: folder }
  const product = startProduct({ dataDir: await mkdtemp(join(folder, 'data-')), env })
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  const files = await writeOrders(folder)

  const rows: Row[] = []
  for (const [name, profile] of Object.entries(profiles)) {
    const app = { name: `app-${rows.length}`, folder, files, modelUrl: model.url, profile }
    const appId = await makeApp(admin, app)
    // The first question reads and indexes the documents, which later ones do not wait for.
    await (await converse(admin, appId)).ask('What is the total of the first order?')
    await askTogether(admin, origin, { appId, count, spreadMilliseconds: 0 })
    for (const spreadMilliseconds of spreads) {
      const measurements = []
      for (let round = 0; round < rounds; round++) {
        measurements.push(
          ...(await askTogether(admin, origin, {
            appId,
            count,
            spreadMilliseconds: spreadMilliseconds,
          })),
        )
      }
      const modelAlone = await askModelTogether(model.url, count)
      const row = rowOf(name, count, measurements)
      rows.push({
        ...row,
        spreadMilliseconds: spreadMilliseconds,
        model: quantile(modelAlone, 0.95),
      })
      print(
        `${name}, within ${spreadMilliseconds} ms: first of the answer p95 ${row.first.p95.toFixed(0)} ms`,
      )
    }
  }
  const complaints = rows
    // With no spread, fifty questions queue for the built-in embedding model, so only whole texts are judged.
    .filter(
      ({ profile, spreadMilliseconds }) => spreadMilliseconds > 0 || profile === 'whole texts',
    )
    .filter(({ first, model }) => first.p95 - model > maxDelayMilliseconds)
    .map(({ profile, first }) => `${profile}: ${first.p95.toFixed(0)} ms until the first`)
  return { figures: rows, tables: [present(rows)], complaints: complaints }
}

async function writeOrders(folder: string): Promise<readonly string[]> {
  return Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => {
      const { name, content } = await orderFile(n)
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    }),
  )
}

type QuestionBurst = {
  readonly appId: string
  readonly count: number
  readonly spreadMilliseconds: number
}
type Times = { readonly first: number; readonly whole: number }

async function askTogether(
  admin: Person,
  origin: string,
  { appId, count, spreadMilliseconds }: QuestionBurst,
): Promise<readonly Times[]> {
  const line = openLine(origin, { cookies: await admin.cookies() })
  await line.opened
  const firsts = new Map<string, number>()
  line.socket.on(
    'chat_answer',
    ({ data }: { data: { chat_history_id: string; message: string } }) => {
      const { chat_history_id: id, message } = data
      if (message !== '' && !firsts.has(id)) firsts.set(id, performance.now())
    },
  )
  const conversations = []
  for (let n = 0; n < count; n++) conversations.push(await converse(admin, appId))
  const times = await Promise.all(
    conversations.map(async ({ id, ask }, n) => {
      await sleep((n * spreadMilliseconds) / count)
      const start = performance.now()
      const { status } = await ask(`What is the total of order ${n}?`)
      if (status !== 200) throw new Error(`A question was answered by ${status}.`)
      const end = performance.now()
      return { first: (firsts.get(id) ?? end) - start, whole: end - start }
    }),
  )
  line.socket.close()
  return times
}

async function askModelTogether(url: string, count: number): Promise<readonly number[]> {
  const body = JSON.stringify({
    model: 'canned',
    stream: true,
    messages: [{ role: 'user', content: 'What is the total?' }],
  })
  const headers = { 'content-type': 'application/json' }
  return Promise.all(
    Array.from({ length: count }, async () => {
      const start = performance.now()
      const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
      const reader = reply.body?.getReader()
      await reader?.read()
      const first = performance.now() - start
      await reader?.cancel()
      return first
    }),
  )
}

function rowOf(
  profile: string,
  count: number,
  times: readonly Times[],
): Omit<Row, 'model' | 'spreadMilliseconds'> {
  const firsts = times.map(({ first }) => first)
  const wholes = times.map(({ whole }) => whole)
  return {
    profile,
    chats: count,
    first: { p50: quantile(firsts, 0.5), p95: quantile(firsts, 0.95), worst: quantile(firsts, 1) },
    whole: { p50: quantile(wholes, 0.5), p95: quantile(wholes, 0.95) },
  }
}

const heading = [
  'profile',
  'questions',
  'within ms',
  'model alone p95 ms',
  'first p50 ms',
  'p95',
  'worst',
  'whole p50 ms',
  'p95',
]

const present = (rows: readonly Row[]): string =>
  table([
    heading,
    ...rows.map(({ profile, chats, spreadMilliseconds, model, first, whole }) => {
      const figures = [
        chats,
        spreadMilliseconds,
        model,
        first.p50,
        first.p95,
        first.worst,
        whole.p50,
        whole.p95,
      ]
      return [profile, ...figures.map((one) => one.toFixed(0))]
    }),
  ])
