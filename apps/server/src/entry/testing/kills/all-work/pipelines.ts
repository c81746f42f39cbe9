import { startBucketServer } from '@recto/testkit/bucket-server'
import { fileNameOf } from '../../orders.ts'
import { makeOrderPipelines } from '../../pipelines/order-pipelines.ts'
import { addToBucket, connectBuckets } from '../../pipelines/order-source.ts'
import { openPostgresBooks, type WrittenRow } from '../../pipelines/order-tables.ts'
import { makeReviewed } from '../../review/make-reviewed.ts'
import { isOrder } from './api-files.ts'
import { type BucketDoor, openBucketDoor } from './bucket-door.ts'
import { cellOf } from './cells.ts'
import { findRepeated, type Judgement, keepOn, type Load, type LoadContext } from './load.ts'

type Books = Awaited<ReturnType<typeof openPostgresBooks>>

/** Where pipelines and previews read from and write to. */
export type Warehouse = {
  readonly buckets: { readonly url: string; readonly key: string; readonly secret: string }
  readonly door: BucketDoor
  readonly books: Books
  /** Ids of the connectors. */
  readonly sourceId: string
  readonly destinationId: string
}

type Pipeline = {
  readonly id: string
  readonly workflowId: string
  /** Name of the bucket and of the table. */
  readonly name: Name
  /** Numbers of the orders that were put into the bucket. */
  readonly numbers: number[]
}

type PipelineLoad = Load & {
  readonly reviewedWorkflow: string
  readonly ids: readonly string[]
}

type Name = 'first' | 'second' | 'checked'

const names: readonly Name[] = ['first', 'second', 'checked']
const reviewedName: Name = 'checked'
export const previewBucket = 'shown'
const filesOfRun = 3

export async function openWarehouse(
  cleaning: AsyncDisposableStack,
  { site: { admin } }: LoadContext,
): Promise<Warehouse> {
  const server = await startBucketServer([...names, previewBucket])
  cleaning.defer(() => server.stop())
  const door = cleaning.use(await openBucketDoor(server.url))
  const books = await openPostgresBooks(cleaning)
  const { url, key, secret } = server
  return {
    buckets: { url, key, secret },
    door,
    books,
    sourceId: await connectBuckets(admin, { url: door.url, key, secret }),
    destinationId: await books.connect(admin),
  }
}

/** Pipelines from a bucket into a table each, started by their timetables; people look at the results of one. */
export async function openPipelines(
  context: LoadContext,
  warehouse: Warehouse,
): Promise<PipelineLoad> {
  const pipelines: Pipeline[] = []
  for (const name of names) pipelines.push(await makePipeline(context, warehouse, name))
  const reviewedPipeline = pipelines.find(({ name }) => name === reviewedName)
  await makeReviewed(context.site.admin, reviewedPipeline?.workflowId ?? '')
  const { door, books } = warehouse
  const start = (pipeline: Pipeline) => startIfIdle(context, warehouse, pipeline)
  return {
    reviewedWorkflow: reviewedPipeline?.workflowId ?? '',
    ids: pipelines.map(({ id }) => id),
    async run(signal) {
      await Promise.all(pipelines.map((pipeline) => keepOn(signal, 700, () => start(pipeline))))
    },
    // The last orders may have been added after the last run had listed the bucket.
    async finish() {
      for (const pipeline of pipelines) await startLastRun(context, pipeline)
    },
    judge: () => judgeAll(context, warehouse, pipelines),
    provocations: {
      async [cellOf('listing of a source', 'suspended')]() {
        for (const name of names) door.setBroken(name, true)
        return async () => {
          for (const name of names) door.setBroken(name, false)
        }
      },
      async [cellOf('file that waits for its destination', 'suspended')]() {
        books.port.shut()
        return () => books.port.open()
      },
    },
  }
}

async function makePipeline(
  { site: { admin }, toolId }: LoadContext,
  { books, sourceId, destinationId }: Warehouse,
  name: Name,
): Promise<Pipeline> {
  const [id = ''] = await makeOrderPipelines(admin, {
    toolId,
    source: { folder: name, connect: async () => sourceId },
    tables: [
      {
        name,
        table: name,
        connect: async () => destinationId,
        rows: () => books.read(name),
      },
    ],
  })
  const { workflow } = (await admin.get(`pipeline/${id}/`)).body
  return { id, workflowId: workflow, name, numbers: [] }
}

/** Each pipeline has numbers of its own. */
const firstNumberOf = (name: Name) => 100_000 * (1 + names.indexOf(name))

async function isIdle({ query }: LoadContext, { id }: Pipeline): Promise<boolean> {
  const openRuns = await query(
    `select 1 from execution where pipeline_id = $1 and status in ('PENDING', 'EXECUTING') limit 1`,
    [id],
  )
  const duePipelines = await query(
    'select 1 from pipeline where id = $1 and next_run_at <= now()',
    [id],
  )
  return openRuns.length + duePipelines.length === 0
}

const makeDue = ({ query }: LoadContext, { id }: Pipeline) =>
  query('update pipeline set next_run_at = now() where id = $1', [id])

/** A time that comes while a run continues would be skipped. */
async function startIfIdle(
  context: LoadContext,
  { buckets }: Warehouse,
  pipeline: Pipeline,
): Promise<void> {
  if (!(await isIdle(context, pipeline))) return
  const { name, numbers } = pipeline
  const first = firstNumberOf(name) + numbers.length
  const newNumbers = Array.from({ length: filesOfRun }, (_, index) => first + index)
  await addToBucket(buckets, { folder: name, numbers: newNumbers })
  numbers.push(...newNumbers)
  await makeDue(context, pipeline)
}

async function startLastRun(context: LoadContext, pipeline: Pipeline): Promise<void> {
  const stopController = new AbortController()
  await keepOn(stopController.signal, 500, async () => {
    if (!(await isIdle(context, pipeline))) return
    await makeDue(context, pipeline)
    stopController.abort()
  })
}

const judgeAll = (
  context: LoadContext,
  { books }: Warehouse,
  pipelines: readonly Pipeline[],
): Promise<readonly Judgement[]> =>
  Promise.all(
    pipelines.map(async (pipeline) =>
      judgePipeline(context, pipeline, await books.read(pipeline.name)),
    ),
  )

async function judgePipeline(
  { query }: LoadContext,
  { id, name, numbers }: Pipeline,
  rows: readonly WrittenRow[],
): Promise<Judgement> {
  const rowByPath = new Map(rows.map((row) => [row.path, row]))
  const wrongNumbers = numbers.filter((number) => {
    const row = rowByPath.get(`${name}/${fileNameOf(number)}`)
    const output = row && { ...row, order_number: row.orderNumber }
    return output === undefined || !isOrder(number, output)
  })
  const runs = await query<{ id: string; status: string; error: string }>(
    'select id, status, error_message as error from execution where pipeline_id = $1',
    [id],
  )
  const files = await query<{ path: string }>(
    `select f.file_path as path from file_execution f join execution e on e.id = f.execution_id
     where e.pipeline_id = $1 and f.status = 'COMPLETED'`,
    [id],
  )
  const failedRuns = runs.filter(({ status }) => status !== 'COMPLETED')
  return {
    name: `rows of the pipeline “${name}”`,
    accepted: numbers.length,
    right: numbers.length - wrongNumbers.length,
    lostItems: [
      ...wrongNumbers.map(fileNameOf),
      ...failedRuns.map((run) => `run ${run.id}: ${run.status} ${run.error}`),
    ],
    doubledItems: [
      ...findRepeated(rows.map(({ path }) => path)),
      ...findRepeated(files.map(({ path }) => `${path}, file`)),
    ],
    details: { runs: runs.length, rows: rows.length },
  }
}
