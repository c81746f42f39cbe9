import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOrderTool } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import {
  adminWith,
  signIn,
  startProduct,
} from '../../../apps/server/src/entry/testing/start-product.ts'
import { makeFlow, makeFolderConnector } from '../../../apps/server/src/testing/make-pipeline.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { quantile, table } from '../figures.ts'
import type { Part } from '../part.ts'
import { watchHealth } from '../watch-health.ts'
import { readMemory, watchMemory } from '../watch-memory.ts'

const sizes = { full: 100_000, quick: 2000 }
const orders = ['unordered', 'oldest_first', 'newest_first'] as const

type Row = {
  readonly order: string
  readonly seconds: number
  /** Additional memory compared with the product before the run. */
  readonly megabytes: number
  readonly healthWorst: number
}

/**
 * Measures a dry run on a folder of very many files, in each order: the whole source is listed and looked up, and
 * three of its files are read.
 */
export const measureListing: Part = async ({ isQuick, print }) => {
  const files = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'recto-listing-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  print(`${files} files are made …`)
  await writeNotes(join(folder, 'orders'), files)
  const env = { RECTO_SAMPLE: 'off', RECTO_CONNECTOR_FOLDERS: folder }
  const product = startProduct({ dataDir: await mkdtemp(join(folder, 'data-')), env })
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  const toolId = await makeOrderTool(admin, { name: 'many', fields: 1 })
  const connector = await makeFolderConnector(admin, 'Folder', folder)
  const rows: Row[] = []
  const complaints: string[] = []
  for (const order of orders) {
    const configuration = { folders: ['orders'], maxFiles: files, fileProcessingOrder: order }
    const end = { connection_type: 'FILESYSTEM', connector_instance: connector }
    const workflow = await makeFlow(admin, `Many ${order}`, {
      toolId,
      source: { ...end, configuration },
      destination: { ...end, configuration: { outputFolder: 'out' } },
    })
    const memoryBefore = await readMemory(product)
    const memory = await watchMemory(product)
    const health = watchHealth(origin)
    const start = performance.now()
    const { expected } = await tryOut(admin, workflow)
    const seconds = (performance.now() - start) / 1000
    memory.stop()
    const healthTimes = await health.stop()
    const megabytes = memory.peak().productMegabytes - memoryBefore.productMegabytes
    rows.push({ order, seconds, megabytes, healthWorst: quantile(healthTimes, 1) })
    if (expected !== files) complaints.push(`${order}: ${expected} of ${files} files were counted`)
    print(`${order}: ${seconds.toFixed(1)} s`)
  }
  return { figures: rows, tables: [present(files, rows)], complaints: complaints }
}

/** Writes files with distinct modification times that do not follow the order of their names. */
async function writeNotes(folder: string, count: number): Promise<void> {
  await mkdir(folder)
  for (let n = 0; n < count; n++) {
    const path = join(folder, `note ${n}.txt`)
    await writeFile(path, `Order number: ${n}\n`)
    const modifiedAt = 1_700_000_000 + ((n * 7919) % count)
    await utimes(path, modifiedAt, modifiedAt)
  }
}

async function tryOut(admin: Person, workflow: string): Promise<{ readonly expected: number }> {
  const request = { workflow_id: workflow, dry_run: true }
  const { body: execution } = await admin.post('workflow/execute/', request)
  const id = execution.execution_id
  await admin.post('workflow/execute/', { workflow_id: workflow, execution_id: id })
  for (;;) {
    const { body } = await admin.get(`execution/${id}/`)
    if (!['PENDING', 'EXECUTING'].includes(body.status)) return { expected: body.expected?.files }
    await sleep(200)
  }
}

function present(files: number, rows: readonly Row[]): string {
  return table([
    [`a folder of ${files} files, tried out`, 'seconds', 'MB more', 'health, worst ms'],
    ...rows.map((row) => [
      row.order,
      row.seconds.toFixed(1),
      row.megabytes.toFixed(0),
      row.healthWorst.toFixed(0),
    ]),
  ])
}
