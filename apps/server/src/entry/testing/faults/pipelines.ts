import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../../../testing/people.ts'
import { readFacts } from '../kills/judge.ts'
import { until } from '../kills/story.ts'
import { makeOrderTool } from '../order-deployment.ts'
import {
  makeDue,
  makeOrderPipelines,
  type PipelineRun,
  runsOf,
} from '../pipelines/order-pipelines.ts'
import { type OrderSource, openOrderBucket, openOrderFolder } from '../pipelines/order-source.ts'
import { type OrderTable, openMariadbTable, openPostgresTable } from '../pipelines/order-tables.ts'
import { killTree } from '../process-tree.ts'
import { openAlone, type SingleInstallation } from './alone.ts'
import type { Span } from './examine-payments.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { judgePipelines } from './judge-pipelines.ts'
import type { Site } from './site.ts'
import { deathsIn, openTogether } from './together.ts'

const defaultDocumentCount = 1000
const patienceSeconds = 1800
const settings = { RECTO_INNER_ADDRESSES: 'on' }

/**
 * From a bucket to PostgreSQL and to MariaDB, both started by their timetables. Every few seconds one process of the
 * product dies: its first one, which is started again, its database, or one of the database's own.
 */
export async function killAtRandom(plan: FaultPlan): Promise<FaultVerdict> {
  const { documents = defaultDocumentCount } = plan
  await using cleaning = new AsyncDisposableStack()
  const source = await openOrderBucket(cleaning, documents)
  const tables = [await openPostgresTable(cleaning), await openMariadbTable(cleaning)]
  const singleInstallation = await openAlone(cleaning, { env: settings })
  const databaseUrl = await singleInstallation.databaseUrl()
  const killCounts: Record<string, number> = {}
  return await tellOfRuns(plan, {
    site: singleInstallation,
    source,
    tables,
    documents,
    databaseUrl,
    admin: singleInstallation.person(),
    async fault() {
      const kind = await killOne(singleInstallation)
      killCounts[kind] = (killCounts[kind] ?? 0) + 1
    },
    besides: () => killCounts,
  })
}

/** Returns what was killed. The product is well again then. */
async function killOne(singleInstallation: SingleInstallation): Promise<string> {
  const { product, postgres } = await singleInstallation.product().processes()
  const kinds = Object.entries({
    'product killed': product.slice(0, 1),
    'helper killed': product.slice(1),
    'database killed': postgres.slice(0, 1),
    'process of the database killed': postgres.slice(1),
  }).filter(([, pids]) => pids.length > 0)
  const [kind, pids] = anyOf(kinds)
  const pid = anyOf(pids)
  if (kind === 'database killed') await killTree([pid])
  else process.kill(pid, 'SIGKILL')
  if (pid === product[0]) {
    await singleInstallation.product().exited
    await singleInstallation.startAgain()
  }
  await until('the product to be well', async () => {
    const reply = await singleInstallation
      .person()
      .get('/health')
      .catch(() => undefined)
    return reply?.status === 200
  })
  return kind
}

function anyOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

/** One of four workers stands still for longer than its lease while a pipeline runs on all of them. */
export async function freezeWorkerOfRun(plan: FaultPlan): Promise<FaultVerdict> {
  const { documents = defaultDocumentCount } = plan
  await using cleaning = new AsyncDisposableStack()
  const source = await openOrderFolder(cleaning, documents)
  const tables = [await openPostgresTable(cleaning)]
  const env = { ...settings, RECTO_CONNECTOR_FOLDERS: source.path }
  const sharedInstallation = await openTogether(cleaning, { webs: 1, workers: 4, env })
  return await tellOfRuns(plan, {
    site: sharedInstallation,
    source,
    tables,
    documents,
    databaseUrl: sharedInstallation.installation.databaseUrl,
    admin: sharedInstallation.person(),
    async fault(turn) {
      const worker = sharedInstallation.workers[turn % 4]
      worker?.signal('SIGSTOP')
      await sleep(plan.seconds * 1000)
      worker?.signal('SIGCONT')
    },
    besides: () => deathsIn(sharedInstallation.output()),
  })
}

type Story = {
  readonly site: Site
  readonly source: OrderSource
  readonly tables: readonly OrderTable[]
  readonly documents: number
  readonly databaseUrl: string
  readonly admin: Person
  readonly fault: (turn: number) => Promise<void>
  readonly besides: () => Readonly<Record<string, number>>
}

/** Lets the faults happen, with pauses as long as each of them, while the runs go on; then judges what was written. */
async function tellOfRuns(plan: FaultPlan, story: Story): Promise<FaultVerdict> {
  const { site, source, tables, documents, databaseUrl, admin } = story
  const toolId = await makeOrderTool(admin, { name: 'pipelines', modelUrl: site.modelDoor.url })
  const ids = await makeOrderPipelines(admin, { toolId, source, tables })
  const runs = () => runsOf(databaseUrl, ids)
  const spans: Span[] = []
  await makeDue(databaseUrl, ids)
  await until('every pipeline to be started', async () => (await runs()).length >= ids.length)
  const ending = until('every run to end', () => areOver(runs), patienceSeconds)
  const stopController = new AbortController()
  const end = () => stopController.abort()
  void ending.then(end, end)
  for (let turn = 0; turn < plan.times; turn++) {
    await sleep(plan.seconds * 1000, undefined, { signal: stopController.signal }).catch(() => {})
    if (stopController.signal.aborted) break
    const from = Date.now()
    await story.fault(turn)
    await site.model.settled()
    spans.push({ from, to: Date.now() })
    const soFar = await runs().catch(() => [])
    plan.print?.(`fault ${turn + 1}: ${soFar.map(inShort).join('; ')}`)
  }
  await ending
  return judgePipelines({
    documents,
    spans,
    folder: source.folder,
    runs: await runs(),
    written: await Promise.all(
      tables.map(async ({ name, rows }) => ({ name, rows: await rows() })),
    ),
    facts: await readFacts(databaseUrl),
    log: site.model.logged(),
    besides: story.besides(),
  })
}

/** A database that is being killed answers nothing, which is no end. */
async function areOver(runs: () => Promise<readonly PipelineRun[]>): Promise<boolean> {
  const all = await runs().catch(() => undefined)
  return all?.every(({ status }) => !['PENDING', 'EXECUTING'].includes(status)) ?? false
}

const inShort = ({ status, total, successful, failed: failedFiles }: PipelineRun) =>
  `${status} ${successful}+${failedFiles} of ${total}`
