import { startReadingModel } from '../../../apps/server/src/entry/testing/kills/story.ts'
import {
  deployOrders,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile } from '../../../apps/server/src/entry/testing/orders.ts'
import { openSharedInstallation } from '../../../apps/server/src/entry/testing/shared-installation.ts'
import { adminWith, signIn } from '../../../apps/server/src/entry/testing/start-product.ts'
import { fileTable } from '../../../apps/server/src/features/executions/files/claimed-files.store.ts'
import { connect } from '../../../apps/server/src/platform/db/connect.ts'
import type { Db } from '../../../apps/server/src/platform/db/database.ts'
import { openItemStore } from '../../../apps/server/src/platform/work/item-store.ts'
import { jobTable } from '../../../apps/server/src/platform/work/jobs.store.ts'
import type { ItemStore } from '../../../apps/server/src/platform/work/work-queue.ts'
import { asSuperuser } from '../../../apps/server/src/testing/start-postgres.ts'
import { quantile, table, worstOf } from '../figures.ts'
import type { Part } from '../part.ts'

const sizes = { full: [1000, 1_000_000], quick: [1000, 100_000] }
const claims = 40
/** A worker claims at every notification, so a claim must not be felt. */
const maxMedianMilliseconds = 50

const limits = { max: 32, maxOfOrganization: 64, maxOfGroup: 16 }
const byPriority = { awaited: limits, batch: limits }
const request = { workerId: 'bench', limits: byPriority, ownLimits: byPriority, maxSuspicious: 1 }

const jobKinds = ['bench/a', 'bench/b', 'bench/c']
const stores: Readonly<Record<string, ItemStore>> = {
  files: openItemStore(fileTable),
  jobs: openItemStore(jobTable(jobKinds)),
}

type Claims = {
  readonly work: string
  readonly waitingCount: number
  readonly milliseconds: number[]
}

/** Measures claims while few items and while a million items wait: of files in ten workflows, and of jobs of three kinds. */
export const measureBacklog: Part = async ({ isQuick, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openSharedInstallation(cleaning, {}, { isPastDoor: true })
  const { folder, databaseUrl, start } = installation
  const model = await startReadingModel(cleaning, { latencyMs: 0, folder })
  const origin = await start('web').ready
  const admin = adminWith(await signIn(origin), origin)
  const deployment = await deployOrders(admin, { name: 'orders', modelUrl: model.url })
  // Nobody runs it, because there is no worker.
  await sendOrders(admin, deployment, { files: [await orderFile(1)], seconds: 0 })
  const { db, pool, close } = connect(asSuperuser(databaseUrl), { warn: print }, 1)
  cleaning.defer(close)
  await pool.query('set session_replication_role = replica; set synchronous_commit = off')
  const columns = await listColumns(pool, 'file_execution')
  const rows: Claims[] = []
  let previous = 0
  for (const waitingCount of sizes[isQuick ? 'quick' : 'full']) {
    print(`${waitingCount} waiting files and jobs …`)
    await addFiles(pool, columns, previous + 1, waitingCount)
    await addJobs(pool, previous + 1, waitingCount)
    await pool.query('vacuum (analyze) file_execution, work_item')
    previous = waitingCount
    for (const [work, store] of Object.entries(stores)) {
      rows.push({ work, waitingCount, milliseconds: await timeClaims(db, store) })
    }
  }
  return {
    figures: rows,
    tables: [presentClaims(rows)],
    complaints: rows
      .filter(({ milliseconds }) => quantile(milliseconds, 0.5) > maxMedianMilliseconds)
      .map(({ work, waitingCount }) => `a claim of ${work} is slow while ${waitingCount} wait`),
  }
}

async function timeClaims(db: Db, store: ItemStore): Promise<number[]> {
  const milliseconds: number[] = []
  for (let claim = 0; claim < claims; claim++) {
    const startedAt = performance.now()
    const items = await store.claim(db, request)
    milliseconds.push(performance.now() - startedAt)
    if (items.length !== limits.max) throw new Error(`Only ${items.length} items were claimed.`)
    await store.release(db, { of: [request.workerId], isDeath: false })
  }
  return milliseconds
}

type Pool = ReturnType<typeof connect>['pool']

async function listColumns(pool: Pool, name: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [name],
  )
  return rows.map(({ name }) => name)
}

/** Copies the waiting file, in ten workflows. */
async function addFiles(pool: Pool, columns: readonly string[], from: number, to: number) {
  const changes: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    workflow_id: `lpad((n % 10)::text, 32, '0')::uuid`,
    execution_id: 'gen_random_uuid()',
    created_at: `now() + n * interval '1 microsecond'`,
    is_awaited: 'false',
  }
  const values = columns.map((column) => changes[column] ?? `file.${column}`)
  await pool.query(
    `insert into file_execution (${columns.join()})
     select ${values.join()} from (select * from file_execution order by created_at limit 1) file,
       generate_series(${from}, ${to}) n`,
  )
}

async function addJobs(pool: Pool, from: number, to: number) {
  await pool.query(
    `insert into work_item (key, kind, organization_id, payload)
     select 'bench-' || n, ($1::text[])[1 + n % 3], 1 + n % 4, '{}' from generate_series(${from}, ${to}) n`,
    [jobKinds],
  )
}

function presentClaims(rows: readonly Claims[]): string {
  const heading = ['claims of 32', 'waiting', 'ms, median', 'p95', 'worst']
  return table([
    heading,
    ...rows.map(({ work, waitingCount, milliseconds }) => [
      work,
      String(waitingCount),
      ...[quantile(milliseconds, 0.5), quantile(milliseconds, 0.95), worstOf(milliseconds)].map(
        (one) => one.toFixed(1),
      ),
    ]),
  ])
}
