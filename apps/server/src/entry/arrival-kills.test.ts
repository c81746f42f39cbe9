import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArrivalPipeline } from '../testing/make-arrival-pipeline.ts'
import { makeFolderConnector } from '../testing/make-pipeline.ts'
import { makeTool } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { openPostgresBooks } from './testing/pipelines/order-tables.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

const timeout = 240_000

const cleaning = new AsyncDisposableStack()
let inbox: string
let installation: SharedInstallation
let anna: Person
let books: Awaited<ReturnType<typeof openPostgresBooks>>
let pipeline: Awaited<ReturnType<typeof makeArrivalPipeline>>
let schedulers: RunningProcess[]

const note = (number: number) => `Invoice number ${number}\nTotal ${number}.50\n`

beforeAll(async () => {
  inbox = await mkdtemp(join(tmpdir(), 'recto-arrivals-'))
  cleaning.defer(() => rm(inbox, { recursive: true, force: true }))
  installation = await openSharedInstallation(cleaning, {
    RECTO_CONNECTOR_FOLDERS: inbox,
    RECTO_INNER_ADDRESSES: 'on',
    RECTO_WORKERS_SCHEDULE: 'off',
  })
  books = await openPostgresBooks(cleaning)
  const web = installation.start('web').ready
  const worker = installation.start('worker').ready
  schedulers = [installation.start('scheduler'), installation.start('scheduler')]
  const origin = await web
  await Promise.all([worker, ...schedulers.map(({ ready }) => ready)])
  anna = adminWith(await signIn(origin), origin)
  const { toolId } = await makeTool(anna, {
    name: 'Notes',
    fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
    sample: { name: 'note.txt', content: note(1) },
  })
  await mkdir(join(inbox, 'in'))
  const source = await makeFolderConnector(anna, 'Inbox', join(inbox, 'in'))
  const target = await books.connect(anna)
  const table = 'arrived'
  const parts = { name: 'Arrivals', toolId, source, target, table }
  pipeline = await makeArrivalPipeline(anna, parts)
}, timeout)

afterAll(() => cleaning.disposeAsync(), 30_000)

const put = (number: number) => writeFile(join(inbox, 'in', `note-${number}.txt`), note(number))
const readPlaces = () => books.places('arrived').catch(() => [])
const pathsTo = (last: number) => Array.from({ length: last }, (_, i) => `note-${i + 1}.txt`)
const awaitPaths = (last: number) =>
  expect
    .poll(async () => [...(await readPlaces())].sort(), { timeout })
    .toEqual(pathsTo(last).sort())

test(
  'of two schedulers one listens, and when it is killed the other finds what arrived meanwhile',
  async () => {
    await expect.poll(pipeline.getState, { timeout }).toBe('listening')
    await put(1)
    await awaitPaths(1)
    const awaitEnds = (count: number) =>
      expect
        .poll(async () => (await pipeline.getRuns()).map(({ status }) => status), { timeout })
        .toEqual(Array(count).fill('COMPLETED'))
    await awaitEnds(1)

    // One of these kills hits the scheduler that listens.
    for (const [index, scheduler] of [...schedulers].entries()) {
      scheduler.signal('SIGKILL')
      await scheduler.exited
      await put(index + 2)
      schedulers.push(installation.start('scheduler'))
      await awaitPaths(index + 2)
    }
    await awaitEnds(3)
    const runs = await pipeline.getRuns()
    expect(runs.map((run) => run.total_files)).toEqual([1, 1, 1])
  },
  timeout,
)
