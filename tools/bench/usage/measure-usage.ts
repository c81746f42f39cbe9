import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeSums, fillUsage } from '../../../apps/server/src/entry/testing/fill-usage.ts'
import {
  adminWith,
  signIn,
  startProduct,
} from '../../../apps/server/src/entry/testing/start-product.ts'
import { findOrganizationBySlug } from '../../../apps/server/src/features/organizations/organizations.port.ts'
import { sumUpUsage } from '../../../apps/server/src/features/text-service/usage/sum-up-usage.ts'
import { connect } from '../../../apps/server/src/platform/db/connect.ts'
import type { Tenant } from '../../../apps/server/src/platform/db/database.ts'
import { openLog } from '../../../apps/server/src/platform/log/log.ts'
import { quantile, table } from '../figures.ts'
import type { Part } from '../part.ts'

const sizes = { full: 10_000_000, quick: 1_000_000 }
const requestCount = 100
const maxMilliseconds = 200
const day = 86_400_000

/** Aggregates a year of text service usage in one organization, as every night, and measures the requests for it. */
export const measureUsage: Part = async ({ isQuick, print }) => {
  const rows = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'recto-usage-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const product = startProduct({ dataDir: folder, env: { RECTO_SAMPLE: 'off' } })
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const url = await product.databaseUrl()
  const log = openLog({ logLevel: 'warn' })
  const { db, close } = connect(url, log, 2)
  cleaning.defer(close)
  const organization = await findOrganizationBySlug({ db }, 'recto')
  if (!organization) throw new Error('There is no organization.')
  const tenant: Tenant = { db, organizationId: organization.id }

  print(`${rows} rows are made …`)
  const key = await fillUsage(url, { organizationId: tenant.organizationId, rows })
  const start = performance.now()
  await sumUpUsage({ log }, tenant)
  const sumSeconds = (performance.now() - start) / 1000
  // The database would analyze the aggregates by itself within a minute.
  await analyzeSums(url)

  const from = new Date(Date.now() - 90 * day).toISOString().slice(0, 10)
  const calls = ['get-usage-info', 'usage?tag=tag-1', `usage?tag=tag-1&from_date=${from}`]
  const figures: { call: string; p50: number; p95: number }[] = []
  for (const call of calls) {
    const times = await timesOf(`${origin}/api/v2/${call}`, key)
    figures.push({ call, p50: quantile(times, 0.5), p95: quantile(times, 0.95) })
  }
  const admin = adminWith(await signIn(origin), origin)
  for (const [call, path] of portalCalls(tenant.organizationId, rows)) {
    const times = await measureRepeatedly(async () => (await admin.get(path)).status)
    figures.push({ call, p50: quantile(times, 0.5), p95: quantile(times, 0.95) })
  }
  const complaints = figures
    .filter(({ p95 }) => p95 >= maxMilliseconds)
    .map(({ call, p95 }) => `${call}: ${p95.toFixed(0)} ms`)
  const lines = figures.map(({ call, p50, p95 }) => [call, p50.toFixed(1), p95.toFixed(1)])
  return {
    figures: { rows, sumSeconds, calls: figures },
    tables: [
      `${rows} rows, summed up in ${sumSeconds.toFixed(1)} s`,
      table([['call', 'p50 ms', 'p95 ms'], ...lines]),
    ],
    complaints,
  }
}

/** Lists the requests of the product's pages, including pages deep in a year of records. */
function portalCalls(organizationId: number, rows: number): readonly (readonly [string, string])[] {
  const base = '/api/v1/llmwhisperer/recto/usage'
  const dateBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
  const periodOf = (days: number) =>
    `?subscription_id=recto-unlimited-${organizationId}&start_date=${dateBefore(days - 1)}`
  const records = `${base}/records/`
  return [
    ['pages of this month by plan', `${base}/subscription/`],
    ['days, 90', `${base}/daily/${periodOf(90)}`],
    ['records, 90 days, first page', `${records}${periodOf(90)}`],
    ['records, 365 days, first page', `${records}${periodOf(365)}`],
    [
      'records, 365 days, in the middle',
      `${records}${periodOf(365)}&page=${Math.floor(rows / 20)}`,
    ],
    [
      'records, 365 days, oldest first',
      `${records}${periodOf(365)}&ordering=completed_at&page=1000`,
    ],
    ['records of one day by size', `${records}${periodOf(1)}&ordering=-upload_file_size`],
  ]
}

const timesOf = (address: string, key: string) =>
  measureRepeatedly(async () => {
    const reply = await fetch(address, { headers: { 'unstract-key': key } })
    await reply.text()
    return reply.status
  })

async function measureRepeatedly(ask: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = []
  for (let n = 0; n < requestCount; n++) {
    const start = performance.now()
    const status = await ask()
    if (status !== 200) throw new Error(`A call answered ${status}.`)
    times.push(performance.now() - start)
  }
  return times
}
