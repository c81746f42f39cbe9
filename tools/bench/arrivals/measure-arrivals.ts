import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectorCatalog } from '@recto/providers/connector-catalog'
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { attachFile, buildMail } from '@recto/testkit/build-mail'
import { mailPassword, mailUser, startDovecot } from '@recto/testkit/dovecot-server'
import { makeOrderTool } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile } from '../../../apps/server/src/entry/testing/orders.ts'
import { openPostgresBooks } from '../../../apps/server/src/entry/testing/pipelines/order-tables.ts'
import {
  adminWith,
  signIn,
  startProduct,
} from '../../../apps/server/src/entry/testing/start-product.ts'
import { startFakeQueue } from '../../../apps/server/src/testing/fake-queue.ts'
import { makeArrivalPipeline } from '../../../apps/server/src/testing/make-arrival-pipeline.ts'
import {
  makeConnector,
  makeFolderConnector,
} from '../../../apps/server/src/testing/make-pipeline.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { quantile, table } from '../figures.ts'
import type { Part } from '../part.ts'
import { startModels } from '../start-models.ts'

const s3Provider = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const mailboxProvider = 'imap|0c4b7a52-6f0e-4d53-9a61-2d8f6f1b7e94'

const sizes = { full: 40, quick: 5 }
const maxSeconds = 5
/** The default of pipelines, which is a part of each time. */
const delaySeconds = 2
const waitSeconds = 120
const lookMilliseconds = 10

type Arrival = { readonly name: string; readonly content: Uint8Array }

/** A way in which a document arrives. */
type ArrivalWay = {
  readonly name: string
  readonly source: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly changes?: Readonly<Record<string, unknown>>
  /** Whether its listener can listen. */
  readonly state?: 'listening' | 'polling'
  /** Called once the pipeline exists. */
  prepare?(pipelineId: string): Promise<void>
  send(arrival: Arrival): Promise<void>
}

type Books = Awaited<ReturnType<typeof openPostgresBooks>>

/**
 * Measures the time from the arrival of a document, one at a time, to its row in PostgreSQL, with a model of 0 ms: mails by
 * IDLE, files of a folder, and objects of a bucket that are announced in a queue or by a call.
 */
export const measureArrivals: Part = async ({ isQuick, print }) => {
  const count = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const place = await mkdtemp(join(tmpdir(), 'recto-bench-arrivals-'))
  cleaning.defer(() => rm(place, { recursive: true, force: true }))
  const [model] = await startModels([0], cleaning)
  const product = startProduct({
    dataDir: await mkdtemp(join(place, 'data-')),
    env: { RECTO_SAMPLE: 'off', RECTO_CONNECTOR_FOLDERS: place, RECTO_INNER_ADDRESSES: 'on' },
  })
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  const modelUrl = model?.url ?? ''
  const toolId = await makeOrderTool(admin, { name: 'arrivals', fields: 3, modelUrl })
  const books = await openPostgresBooks(cleaning)
  const target = await books.connect(admin)
  const bucket = await startBucketServer(['arrivals'])
  cleaning.defer(() => bucket.stop())
  const ways = [
    await openFolder(admin, place),
    await openMailbox(admin, cleaning),
    await openQueue(admin, bucket, cleaning),
    await openCalls(admin, bucket, origin),
  ]
  const figures: { name: string; p50: number; p95: number; max: number }[] = []
  for (const [index, way] of ways.entries()) {
    const tableName = `arrived_${index}`
    const parts = { name: way.name, toolId, source: way.source, target, table: tableName }
    const { configuration = {}, changes = {} } = way
    const pipeline = await makeArrivalPipeline(admin, {
      ...parts,
      configuration: { maxFiles: 1000, ...configuration },
      changes: { arrival_delay_seconds: delaySeconds, ...changes },
    })
    await waitUntil(async () => (await pipeline.getState()) === (way.state ?? 'listening'))
    await way.prepare?.(pipeline.id)
    const seconds = await measureWay(way, { books, tableName, count })
    const result = {
      name: way.name,
      p50: quantile(seconds, 0.5),
      p95: quantile(seconds, 0.95),
      max: Math.max(...seconds),
    }
    print(`${way.name}: p50 ${result.p50.toFixed(2)} s, p95 ${result.p95.toFixed(2)} s`)
    figures.push(result)
  }
  const toSeconds = (value: number) => value.toFixed(2)
  return {
    figures,
    tables: [
      table([
        [`arrival to row (s), ${count} each`, 'p50', 'p95', 'max'],
        ...figures.map(({ name, p50, p95, max }) => [name, ...[p50, p95, max].map(toSeconds)]),
      ]),
    ],
    complaints: figures
      .filter(({ p95 }) => p95 > maxSeconds)
      .map(({ name, p95 }) => `${name}: p95 is ${p95.toFixed(2)} s`),
  }
}

type WayMeasurement = {
  readonly books: Books
  readonly tableName: string
  readonly count: number
}

async function measureWay(
  way: ArrivalWay,
  { books, tableName, count }: WayMeasurement,
): Promise<readonly number[]> {
  const readCount = async () => (await books.places(tableName).catch(() => [])).length
  const seconds: number[] = []
  for (let number = 0; number <= count; number++) {
    const { content } = await orderFile(number + 1)
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const startedAt = performance.now()
    await way.send({ name: `order-${number}.pdf`, content: bytes })
    await waitUntil(async () => (await readCount()) > number)
    // The first one creates the table and loads the readers.
    if (number > 0) seconds.push((performance.now() - startedAt) / 1000)
    // The next one arrives at any moment of the intervals at which the product looks.
    await sleep(500 + Math.random() * 2000)
  }
  return seconds
}

async function waitUntil(isReached: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + waitSeconds * 1000
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error(`Nothing has happened within ${waitSeconds} s.`)
    await sleep(lookMilliseconds)
  }
}

async function openFolder(admin: Person, place: string): Promise<ArrivalWay> {
  const folder = join(place, 'inbox')
  await mkdir(folder)
  return {
    name: 'folder',
    source: await makeFolderConnector(admin, 'Folder', folder),
    send: ({ name, content }) => writeFile(join(folder, name), content),
  }
}

async function openMailbox(admin: Person, cleaning: AsyncDisposableStack): Promise<ArrivalWay> {
  const mails = await startDovecot()
  cleaning.defer(() => mails.stop())
  const source = await makeConnector(admin, 'Mailbox', mailboxProvider, {
    host: '127.0.0.1',
    port: String(mails.port),
    security: 'none',
    user: mailUser,
    password: mailPassword,
  })
  await mails.deliver([])
  return {
    name: 'IMAP IDLE',
    source,
    send: ({ name, content }) =>
      mails.deliver([
        buildMail({
          head: { From: 'bob@example.com', Subject: name, 'Message-ID': `<${name}@example.com>` },
          type: 'multipart/mixed',
          parts: [attachFile(name, Buffer.from(content), 'application/pdf')],
        }),
      ]),
  }
}

const bucketSettings = ({ key, secret, url }: BucketServer) => ({
  key,
  secret,
  endpoint_url: url,
  region_name: 'eu-west-1',
})

function openBucketWriter(bucket: BucketServer) {
  const provider = connectorCatalog.find(({ id }) => id === s3Provider)
  if (provider?.kind !== 'file-connector') throw new Error('There is no S3.')
  const connector = provider.open(bucketSettings(bucket), {
    fetch,
    folders: [],
    connect: () => Promise.reject(new Error('S3 has no other connections.')),
    accessToken: async () => '',
  })
  return async (key: string, content: Uint8Array) => {
    async function* bytes() {
      yield content
    }
    await connector.write(`arrivals/${key}`, bytes())
  }
}

const s3Event = (key: string) => ({
  Records: [
    {
      eventSource: 'aws:s3',
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'arrivals' }, object: { key } },
    },
  ],
})

async function openQueue(
  admin: Person,
  bucket: BucketServer,
  cleaning: AsyncDisposableStack,
): Promise<ArrivalWay> {
  const queue = await startFakeQueue()
  cleaning.defer(() => queue.close())
  const write = openBucketWriter(bucket)
  await write('queued/.keep', Buffer.from(''))
  return {
    name: 'S3 event in a queue',
    source: await makeConnector(admin, 'Queue', s3Provider, bucketSettings(bucket)),
    configuration: { folders: ['arrivals/queued'] },
    changes: { arrival_queue: queue.url },
    async send({ name, content }) {
      await write(`queued/${name}`, content)
      queue.send(s3Event(`queued/${name}`))
    },
  }
}

async function openCalls(admin: Person, bucket: BucketServer, origin: string): Promise<ArrivalWay> {
  const write = openBucketWriter(bucket)
  await write('called/.keep', Buffer.from(''))
  let address = ''
  return {
    name: 'S3 event by a call',
    source: await makeConnector(admin, 'Calls', s3Provider, bucketSettings(bucket)),
    configuration: { folders: ['arrivals/called'] },
    state: 'polling',
    async prepare(pipelineId) {
      const { body } = await admin.post(`pipeline/${pipelineId}/arrivals/secret/`)
      const { pathname, search } = new URL(body.url_with_token)
      address = `${origin}${pathname}${search}`
    },
    async send({ name, content }) {
      await write(`called/${name}`, content)
      const body = JSON.stringify(s3Event(`called/${name}`))
      const { ok, status } = await fetch(address, { method: 'POST', body })
      if (!ok) throw new Error(`The call was answered with ${status}.`)
    },
  }
}
