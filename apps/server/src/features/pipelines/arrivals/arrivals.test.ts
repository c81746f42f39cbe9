import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signMessage } from '@recto/provider-spec/sign-message'
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { Pool } from 'pg'
import { afterAll, beforeAll, test as sequentialTest, vi } from 'vitest'
import { type FakeQueue, startFakeQueue } from '../../../testing/fake-queue.ts'
import { makeArrivalPipeline } from '../../../testing/make-arrival-pipeline.ts'
import {
  makeConnector,
  makeFolderConnector,
  makeTableConnector,
} from '../../../testing/make-pipeline.ts'
import { makeTool, type TestTool } from '../../../testing/make-tool.ts'
import { openPort } from '../../../testing/open-port.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

const s3Provider = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'
const timeout = 120_000
/** Most of the time is spent waiting for runs. */
const test = sequentialTest.concurrent

const cleaning = new AsyncDisposableStack()
let server: TestServer
let ada: Person
let books: Pool
let inbox: string
let bucket: BucketServer
let queue: FakeQueue
let tool: TestTool
let target: string

beforeAll(async () => {
  inbox = await mkdtemp(join(tmpdir(), 'recto-arrivals-'))
  cleaning.defer(() => rm(inbox, { recursive: true, force: true }))
  bucket = await startBucketServer(['arrivals'])
  cleaning.defer(() => bucket.stop())
  queue = await startFakeQueue()
  cleaning.defer(() => queue.close())
  const env = { RECTO_CONNECTOR_FOLDERS: inbox, RECTO_INNER_ADDRESSES: 'on' }
  server = await startServer({ worker: true, env })
  cleaning.defer(() => server.close())
  books = new Pool({ connectionString: server.databaseUrl })
  cleaning.defer(() => books.end())
  ada = server.as('admin')
  tool = await makeTool(ada, {
    name: 'Notes',
    fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
    sample: { name: 'note.txt', content: note(1) },
  })
  const port = await openPort(server.databaseUrl)
  cleaning.defer(() => port.close())
  target = await makeTableConnector(ada, 'Books', port.url)
}, timeout)

afterAll(() => cleaning.disposeAsync())

const note = (total: number) => `Invoice number 7\nTotal ${total}.50\n`

async function readPaths(table: string): Promise<readonly string[]> {
  const { rows } = await books.query(`select to_regclass($1) as name`, [table])
  if (rows[0].name === null) return []
  return (await books.query(`select file_path from ${table} order by file_path`)).rows.map(
    ({ file_path: path }) => path,
  )
}

const awaitListening = ({ getState }: { getState(): Promise<string | undefined> }) =>
  vi.waitFor(
    async () => {
      const state = await getState()
      if (state !== 'listening') throw new Error(`The listener is ${state}.`)
    },
    { timeout },
  )

async function makeFolderPipeline(folder: string, pipelineTarget = target) {
  const path = join(inbox, folder)
  await mkdir(path)
  const source = await makeFolderConnector(ada, folder, path)
  const table = `read_${folder}`
  const parts = { name: folder, toolId: tool.toolId, source, target: pipelineTarget, table }
  const pipeline = await makeArrivalPipeline(ada, parts)
  await awaitListening(pipeline)
  const put = (name: string, content: string) => writeFile(join(path, name), content)
  return { ...pipeline, path, put, read: () => readPaths(table) }
}

test(
  'fifty files that arrive while a run is in progress lead to one more run, and to one row each',
  async ({ expect }) => {
    const port = await openPort(server.databaseUrl)
    cleaning.defer(() => port.close())
    const ownTarget = await makeTableConnector(ada, 'Busy books', port.url)
    const pipeline = await makeFolderPipeline('busy', ownTarget)
    // The run cannot end while its table is away.
    port.shut()
    await pipeline.put('first.txt', note(1))
    await expect.poll(async () => (await pipeline.getRuns())[0]?.total_files, { timeout }).toBe(1)

    const names = Array.from({ length: 50 }, (_, index) => `late-${index}.txt`)
    for (const name of names) await pipeline.put(name, note(2))
    const countLate = async () => (await pipeline.getArrivals()).arrivals[0]?.count
    await expect.poll(countLate, { timeout }).toBeGreaterThanOrEqual(50)
    expect((await pipeline.getArrivals()).arrivals[0]).toMatchObject({
      kind: 'folder',
      outcome: 'waiting',
      execution_id: null,
    })
    expect(await pipeline.getRuns()).toHaveLength(1)
    await port.open()

    await expect.poll(pipeline.read, { timeout }).toEqual(['first.txt', ...names].sort())
    const ends = async () => (await pipeline.getRuns()).map((run) => [run.status, run.total_files])
    await expect.poll(ends, { timeout }).toEqual([
      ['COMPLETED', 50],
      ['COMPLETED', 1],
    ])
    const [run] = await pipeline.getRuns()
    expect((await pipeline.getArrivals()).arrivals[0]).toMatchObject({
      outcome: 'started',
      execution_id: run?.id,
    })
  },
  timeout,
)

test(
  'a file is taken when it is complete, in subfolders too, and never under a temporary name',
  async ({ expect }) => {
    const pipeline = await makeFolderPipeline('slow')
    await pipeline.put('download.pdf.part', note(1))
    await pipeline.put('complete.txt', note(1))
    await mkdir(join(pipeline.path, 'new', 'deep'), { recursive: true })
    await writeFile(join(pipeline.path, 'new', 'deep', 'inner.txt'), note(2))
    // It grows until others have been read, so it was listed while it was written.
    await pipeline.put('growing.txt', 'Invoice number 7\n')
    let isGrowing = true
    const growth = (async () => {
      while (isGrowing) {
        await appendFile(join(pipeline.path, 'growing.txt'), 'One more line\n')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await appendFile(join(pipeline.path, 'growing.txt'), 'Total 3.50\n')
    })()
    await expect.poll(pipeline.read, { timeout }).toEqual(['complete.txt', 'new/deep/inner.txt'])
    isGrowing = false
    await growth
    await expect
      .poll(pipeline.read, { timeout })
      .toEqual(['complete.txt', 'growing.txt', 'new/deep/inner.txt'])
    const { rows } = await books.query(
      `select total::float as total from read_slow where file_path = 'growing.txt'`,
    )
    expect(rows).toEqual([{ total: 3.5 }])

    await rename(join(pipeline.path, 'download.pdf.part'), join(pipeline.path, 'download.txt'))
    await expect.poll(pipeline.read, { timeout }).toContain('download.txt')
  },
  timeout,
)

test(
  'a pipeline that is switched off hears nothing, and finds what it missed when it is switched on',
  async ({ expect }) => {
    const pipeline = await makeFolderPipeline('paused')
    const clock = await makeFolderPipeline('clock')
    await pipeline.change({ active: false })
    await pipeline.put('missed.txt', note(1))
    await clock.put('heard.txt', note(1))
    await expect.poll(clock.read, { timeout }).toEqual(['heard.txt'])
    expect(await pipeline.getArrivals()).toMatchObject({ listener: null, arrivals: [] })
    await pipeline.change({ active: true })
    await expect.poll(pipeline.read, { timeout }).toEqual(['missed.txt'])
    const { arrivals } = await pipeline.getArrivals()
    expect(arrivals.map(({ kind }: { kind: string }) => kind)).toEqual(['poll'])

    // The folder is replaced: the listener notices it, and listens to the new one.
    await rename(pipeline.path, `${pipeline.path}-old`)
    await expect.poll(pipeline.getState, { timeout }).toBe('failing')
    expect((await pipeline.getArrivals()).listener.problem).toMatch(/folder/)
    await mkdir(pipeline.path)
    await pipeline.put('again.txt', note(2))
    await expect.poll(pipeline.read, { timeout }).toEqual(['again.txt', 'missed.txt'])
    await expect.poll(pipeline.getState, { timeout }).toBe('listening')
  },
  timeout,
)

const putObject = async (key: string, content: string) => {
  const provider = server.ctx.connectorProviders.find(s3Provider)
  if (provider?.kind !== 'file-connector') throw new Error('There is no S3.')
  const settings = bucketSettings()
  const connector = provider.open(settings, {
    ...server.ctx.connectorNetwork,
    accessToken: async () => '',
  })
  async function* bytes() {
    yield Buffer.from(content)
  }
  await connector.write(`arrivals/${key}`, bytes())
}

const bucketSettings = () => ({
  key: bucket.key,
  secret: bucket.secret,
  endpoint_url: bucket.url,
  region_name: 'eu-west-1',
})

const s3Event = (...keys: readonly string[]) => ({
  Records: keys.map((key) => ({
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    s3: { bucket: { name: 'arrivals' }, object: { key: encodeURIComponent(key) } },
  })),
})

async function makeBucketPipeline(name: string, changes: Record<string, unknown>) {
  const source = await makeConnector(ada, name, s3Provider, bucketSettings())
  const configuration = { folders: [`arrivals/${name}`] }
  const table = `read_${name}`
  const parts = { name, toolId: tool.toolId, source, target, table, configuration, changes }
  const pipeline = await makeArrivalPipeline(ada, parts)
  return { ...pipeline, read: () => readPaths(table) }
}

test(
  'notifications of a bucket come from a queue, again after the connection was dropped, and only those of the folder start a run',
  async ({ expect }) => {
    await putObject('queued/.keep', '')
    const pipeline = await makeBucketPipeline('queued', { arrival_queue: queue.url })
    await expect.poll(pipeline.getState, { timeout }).toBe('listening')
    await putObject('queued/a b.txt', note(1))
    queue.send({ Type: 'Notification', Message: JSON.stringify(s3Event('queued/a b.txt')) })
    await expect.poll(pipeline.read, { timeout }).toEqual(['arrivals/queued/a b.txt'])
    await expect.poll(() => queue.messages).toEqual([])

    queue.dropConnections()
    await putObject('queued/second.txt', note(2))
    queue.send(s3Event('elsewhere/other.txt', 'queued/second.txt'))
    await expect.poll(pipeline.read, { timeout }).toHaveLength(2)
    // Events about other folders, of other kinds, and messages of nobody are taken from the queue.
    queue.send(s3Event('elsewhere/other.txt'))
    queue.send({ Records: [{ eventName: 'ObjectRemoved:Delete' }] })
    queue.send('no event')
    await expect.poll(() => queue.messages, { timeout }).toEqual([])
    const getOutcomes = async () =>
      (await pipeline.getArrivals()).arrivals.map(({ outcome }: { outcome: string }) => outcome)
    await expect.poll(getOutcomes, { timeout }).not.toContain('waiting')
    expect((await pipeline.getRuns()).length).toBeLessThan(5)
  },
  timeout,
)

test(
  'calls of storage services and signed calls start runs, and no others do',
  async ({ expect }) => {
    await putObject('called/.keep', '')
    const pipeline = await makeBucketPipeline('called', {})
    await expect.poll(pipeline.getState, { timeout }).toBe('polling')
    const { hook } = await pipeline.getArrivals()
    expect(hook).toMatchObject({ has_secret: false })
    const call = async (body: unknown, headers: Record<string, string> = {}, query = '') => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const reply = await fetch(`${server.origin}/${hook.path}${query}`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', ...headers },
      })
      return { status: reply.status, body: await reply.json() }
    }
    expect(await call('hello', signMessage('guess', 'hello'))).toMatchObject({ status: 401 })

    const creation = await ada.post(`pipeline/${pipeline.id}/arrivals/secret/`)
    const { secret: oldSecret } = creation.body
    const { body: newSecret } = await ada.post(`pipeline/${pipeline.id}/arrivals/secret/`)
    const { secret, url_with_token: address } = newSecret
    const query = new URL(address).search
    expect(address).not.toContain(secret)
    expect(JSON.stringify((await pipeline.getArrivals()).hook)).not.toContain(secret)
    const bearer = { authorization: `Bearer ${secret}` }
    const event = s3Event('called/one.txt')
    const signed = signMessage(secret, JSON.stringify(event))
    const staleTimestamp = String(Number(signed['x-recto-timestamp']) - 301)
    for (const headers of [
      {},
      { authorization: `Bearer ${oldSecret}` },
      { authorization: `Bearer ${query.slice(7)}` },
      { ...signed, 'x-recto-timestamp': staleTimestamp },
      signMessage(secret, 'another body'),
    ])
      expect(await call(event, headers)).toMatchObject({ status: 401 })
    expect(await call(event, {}, `?token=${secret}`)).toMatchObject({ status: 401 })
    expect((await pipeline.getArrivals()).arrivals).toEqual([])

    // The object of the event is gone.
    expect(await call(event, signed)).toEqual({ status: 200, body: { arrivals: 1 } })
    await expect
      .poll(async () => (await pipeline.getRuns())[0]?.status, { timeout })
      .toBe('COMPLETED')
    expect(await pipeline.read()).toEqual([])

    await putObject('called/two.txt', note(2))
    const blob = '/blobServices/default/containers/arrivals/blobs/called/two.txt'
    const blobEvent = { eventType: 'Microsoft.Storage.BlobCreated', subject: blob, data: {} }
    expect(await call([blobEvent], {}, query)).toEqual({ status: 200, body: { arrivals: 1 } })
    const validation = {
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
      data: { validationCode: 'code-1' },
    }
    expect((await call([validation], {}, query)).body).toEqual({
      arrivals: 0,
      validationResponse: 'code-1',
    })
    const attributes = {
      eventType: 'OBJECT_FINALIZE',
      bucketId: 'arrivals',
      objectId: 'called/two.txt',
    }
    expect((await call({ message: { attributes } }, {}, query)).body).toEqual({ arrivals: 1 })
    const deletion = { ...attributes, eventType: 'OBJECT_DELETE' }
    expect((await call({ message: { attributes: deletion } }, {}, query)).body).toEqual({
      arrivals: 0,
    })
    expect((await call(s3Event('elsewhere/x.txt', 'called/y.txt.part'), bearer)).body).toEqual({
      arrivals: 0,
    })
    expect((await call('not JSON', bearer)).body).toEqual({ arrivals: 1 })
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      SubscribeURL: 'https://sns.example.com/',
    }
    expect(await call(confirmation, bearer)).toMatchObject({ status: 400 })
    const permission = await fetch(`${server.origin}/${hook.path}${query}`, {
      method: 'OPTIONS',
      headers: { 'webhook-request-origin': 'eventgrid.azure.net' },
    })
    expect(permission.headers.get('webhook-allowed-origin')).toBe('eventgrid.azure.net')

    await expect.poll(pipeline.read, { timeout }).toEqual(['arrivals/called/two.txt'])
    await pipeline.change({ active: false })
    expect((await call(event, bearer)).body).toEqual({ arrivals: 0 })
  },
  timeout,
)
