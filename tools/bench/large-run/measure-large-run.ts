import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOrderTool } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderOf } from '../../../apps/server/src/entry/testing/orders.ts'
import {
  makeDue,
  makeOrderPipelines,
  type PipelineRun,
  runsOf,
} from '../../../apps/server/src/entry/testing/pipelines/order-pipelines.ts'
import { openPostgresTable } from '../../../apps/server/src/entry/testing/pipelines/order-tables.ts'
import {
  adminWith,
  type Product,
  signIn,
  startProduct,
} from '../../../apps/server/src/entry/testing/start-product.ts'
import { makeFolderConnector } from '../../../apps/server/src/testing/make-pipeline.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import type { Part } from '../part.ts'
import { readMemory } from '../watch-memory.ts'
import { type LargeRunRow, presentLargeRun } from './present-large-run.ts'

const sizes = { full: { files: 20_000, parts: 10 }, quick: { files: 1000, parts: 5 } }
const lookEveryMilliseconds = 2000

/**
 * Runs a pipeline with very many small files from a folder to a table. Measures the duration of each part of the run,
 * the memory of the product and its database, and the requests of the execution page.
 */
export const measureLargeRun: Part = async ({ isQuick, print }) => {
  const { files, parts } = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'recto-many-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  await writeNotes(join(folder, 'orders'), files)
  const books = await openPostgresTable(cleaning)
  const env = {
    RECTO_SAMPLE: 'off',
    RECTO_INNER_ADDRESSES: 'on',
    RECTO_CONNECTOR_FOLDERS: folder,
  }
  const product = startProduct({ dataDir: await mkdtemp(join(folder, 'data-')), env })
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  const toolId = await makeOrderTool(admin, { name: 'many', fields: 1 })
  const connect = (person: Person) => makeFolderConnector(person, 'Folder', folder)
  const source = { folder: 'orders', connect }
  const ids = await makeOrderPipelines(admin, { toolId, source, tables: [books] })
  const databaseUrl = await product.databaseUrl()
  await makeDue(databaseUrl, ids)
  const observations = await watch({ product, admin, print, files, parts }, () =>
    runsOf(databaseUrl, ids),
  )
  const writtenPlaces = await books.places()
  const complaints = [
    ...(observations.run.successful === files
      ? []
      : [`${observations.run.successful} of ${files} succeeded`]),
    ...(new Set(writtenPlaces).size === files && writtenPlaces.length === files
      ? []
      : [`${writtenPlaces.length} rows of ${files}`]),
  ]
  return {
    figures: observations,
    tables: [presentLargeRun(files, observations.rows)],
    complaints: complaints,
  }
}

/** Writes plain texts, because the run is measured and not the reading of documents. */
async function writeNotes(folder: string, count: number): Promise<void> {
  await mkdir(folder)
  for (let number = 1; number <= count; number++) {
    const { order_number } = orderOf(number)
    await writeFile(join(folder, `${order_number}.txt`), `Order number: ${order_number}\n`)
  }
}

type WatchOptions = {
  readonly product: Product
  readonly admin: Person
  readonly print: (line: string) => void
  readonly files: number
  readonly parts: number
}

async function watch(
  { product, admin, print, files, parts }: WatchOptions,
  runs: () => Promise<readonly PipelineRun[]>,
): Promise<{ readonly rows: readonly LargeRunRow[]; readonly run: PipelineRun }> {
  const rows: LargeRunRow[] = []
  let healthTimes: number[] = []
  let from = performance.now()
  for (let run = await firstOf(runs); ; run = await firstOf(runs)) {
    healthTimes.push(...(await askPage(admin, run.id)))
    const finishedFiles = run.successful + run.failed
    const isOver = !['PENDING', 'EXECUTING'].includes(run.status)
    if (isOver || finishedFiles >= ((rows.length + 1) * files) / parts) {
      const count = finishedFiles - (rows.at(-1)?.settled ?? 0)
      const secondsPerThousand = (performance.now() - from) / Math.max(1, count)
      rows.push({
        settled: finishedFiles,
        listed: run.total,
        secondsPerThousand,
        pageMilliseconds: healthTimes,
        ...(await readMemory(product)),
      })
      print(`${finishedFiles} of ${run.total}: ${secondsPerThousand.toFixed(1)} s a thousand`)
      from = performance.now()
      healthTimes = []
    }
    if (isOver) return { rows, run }
    await sleep(lookEveryMilliseconds)
  }
}

/** Waits for the run to start and returns it. */
async function firstOf(runs: () => Promise<readonly PipelineRun[]>): Promise<PipelineRun> {
  for (;;) {
    const [run] = await runs()
    if (run) return run
    await sleep(200)
  }
}

/** Sends the requests of the execution page and returns the duration of each in milliseconds. */
async function askPage(admin: Person, id: string): Promise<number[]> {
  const healthTimes: number[] = []
  for (const path of [
    `execution/${id}/`,
    `execution/${id}/files/?page_size=20`,
    `execution/${id}/files/?page_size=20&status=ERROR`,
    `execution/${id}/logs/?page_size=20`,
    'execution/?execution_entity=ETL&page_size=10',
  ]) {
    const start = performance.now()
    const { status, body } = await admin.get(path)
    healthTimes.push(performance.now() - start)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  }
  return healthTimes
}
