import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import {
  deployOrders,
  type OrderDeployment,
  sendOrders,
} from '../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile } from '../../apps/server/src/entry/testing/orders.ts'
import {
  adminWith,
  type Product,
  signIn,
  startProduct,
} from '../../apps/server/src/entry/testing/start-product.ts'
import type { Person } from '../../apps/server/src/testing/people.ts'
import { fillHistory } from './fill-history.ts'

export type ListTime = {
  readonly list: string
  readonly firstPageMilliseconds: number
  /** Time of page 1000, or of the last page when the list is shorter. */
  readonly page1000Milliseconds: number
  readonly count: number
}

type FillInstallationOptions = {
  readonly product: Product
  readonly admin: Person
  readonly executions: number
  /** URL of a model for the execution that the others are copied from. */
  readonly modelUrl?: string
  readonly print: (line: string) => void
}

const samples = 7
const pageSize = 50
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const filters: Readonly<Record<string, string>> = {
  'all executions': '',
  'of one entity': 'execution_entity=API',
  'of one status': 'status=ERROR',
  'of two statuses': 'status=ERROR&status=STOPPED',
  unfinished: 'status=PENDING&status=EXECUTING',
  'of an entity and a status': 'execution_entity=WF&status=ERROR',
  'of the last 30 days': `created_at_after=${daysAgo(30)}`,
  'of one day': `created_at_after=${daysAgo(41)}&created_at_before=${daysAgo(40)}`,
}
const orders = ['-created_at', 'created_at', '-execution_time', 'execution_time']

/** Starts the product in a folder that is kept, or in a new one that is deleted with the resources. */
export async function startInFolder(
  keptFolder: string | undefined,
  resources: AsyncDisposableStack,
): Promise<{ readonly product: Product; readonly admin: Person }> {
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'recto-bench-')))
  await mkdir(dataDir, { recursive: true })
  if (!keptFolder) resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const product = startProduct({ dataDir })
  resources.defer(() => product.kill())
  const origin = await product.ready
  return { product, admin: adminWith(await signIn(origin), origin) }
}

/** Fills an installation with executions. */
export async function fillInstallation(options: FillInstallationOptions): Promise<void> {
  const { product, admin, executions, print } = options
  const deployment = await deployOrders(admin, {
    name: 'history',
    fields: 1,
    ...omitUndefined({ modelUrl: options.modelUrl }),
  })
  const executionId = await runOne(admin, deployment)
  const start = performance.now()
  await fillHistory({ databaseUrl: await product.databaseUrl(), executionId, executions, print })
  print(`filled in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

/** Measures each list of an installation with every available filter and order. */
export async function measureLists(admin: Person): Promise<ListTime[]> {
  const { body } = await admin.get('execution/?execution_entity=API&page_size=1')
  const [execution] = body.results
  const lists = Object.entries(filters).flatMap(([name, filter]) =>
    orders.map((order) => [`${name}, ${order}`, `execution/?${filter}&ordering=${order}`] as const),
  )
  const otherTables = [
    ['runs of a deployment', `pipeline/${execution.pipeline_id}/executions/?`],
    ['files of one execution', `execution/${execution.id}/files/?`],
  ] as const
  const times: ListTime[] = []
  for (const [list, path] of [...lists, ...otherTables]) {
    times.push(await timesOf(admin, list, `${path}&page_size=${pageSize}`))
  }
  return times
}

async function runOne(admin: Person, deployment: OrderDeployment): Promise<string> {
  const files = [await orderFile(0)]
  const { body } = await sendOrders(admin, deployment, { files, seconds: 120 })
  return body.message.execution_id
}

async function timesOf(admin: Person, list: string, path: string): Promise<ListTime> {
  const first = await medianOf(admin, `${path}&page=1`)
  const page1000 = await medianOf(admin, `${path}&page=${await farPage(admin, path)}`)
  return {
    list,
    firstPageMilliseconds: first.milliseconds,
    page1000Milliseconds: page1000.milliseconds,
    count: first.count,
  }
}

/** Finds the 1,000th page, or the last one. The count of a list is exact only up to 10,000 rows beyond the page. */
async function farPage(admin: Person, path: string): Promise<number> {
  for (let page = 1; ; ) {
    const { body } = await admin.get(`${path}&page=${page}`)
    const last = Math.max(1, Math.min(1000, Math.ceil(body.count / pageSize)))
    if (last === page) return page
    page = last
  }
}

async function medianOf(admin: Person, path: string) {
  const milliseconds: number[] = []
  let count = 0
  for (let sample = 0; sample < samples; sample++) {
    const start = performance.now()
    const { status, body } = await admin.get(path)
    milliseconds.push(performance.now() - start)
    if (status !== 200) throw new Error(`${path} gave ${status}: ${JSON.stringify(body)}`)
    count = body.count
  }
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return { milliseconds: sorted[Math.floor(samples / 2)] ?? 0, count }
}
