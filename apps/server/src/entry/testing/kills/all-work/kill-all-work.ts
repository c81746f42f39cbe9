import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeOrderTool } from '../../order-deployment.ts'
import { type CallReport, examineCalls } from '../examine-calls.ts'
import { openApiFiles } from './api-files.ts'
import { allCells, type Cell, type CellCounts, countCells, countMoments } from './cells.ts'
import { type Chance, createChance, pick } from './chance.ts'
import type { Judgement, Load, LoadContext, Provocation } from './load.ts'
import { queryOf } from './load.ts'
import { openMails, openPostOffice, type PostOffice } from './mails.ts'
import { openNotifications } from './notifications.ts'
import { invitePeople } from './people.ts'
import { openPipelines, openWarehouse } from './pipelines.ts'
import { openPreviews } from './previews.ts'
import { openRegressionTests } from './regression-tests.ts'
import { openScheduledJobs } from './scheduled-jobs.ts'
import { type Kill, openSharedSite, openSingleSite, type Site } from './site.ts'
import { openStudioRuns } from './studio-runs.ts'
import { openTextJobs } from './text-jobs.ts'
import { openWebhookReceiver } from './webhook-receiver.ts'

type AllWorkPlan = {
  readonly kills: number
  readonly seed: number
  /** A web and two workers on one database, of which one is killed at a time; else the one process. */
  readonly isShared: boolean
  /** Number of earlier kills at which each cell had an item; rarer cells are sought. */
  readonly earlierMoments?: ReadonlyMap<Cell, number>
  readonly print: (line: string) => void
}

/** A kill, with what was open at its moment. */
type KillMoment = Kill & {
  readonly soughtCell: Cell
  /** Number of items in each cell. */
  readonly counts: CellCounts
}

export type AllWorkReport = {
  readonly isShared: boolean
  readonly seed: number
  readonly moments: readonly KillMoment[]
  readonly judgements: readonly Judgement[]
  readonly calls: CallReport
  /** Files of calls whose reply was never stored: they were answered without it after a kill. */
  readonly filesOfUnstoredCalls: readonly unknown[]
  /** What people saw that must not be. */
  readonly wrongReviews: readonly string[]
  /** Items that had not ended when nobody added work any more, after a long wait. */
  readonly left: CellCounts
  readonly seconds: number
}

/**
 * Every kind of work at once, while processes are killed. Before each kill it seeks the cell that the
 * fewest kills had, a kind of work in a state, and kills as soon as the cell has an item.
 */
export async function killAllWork(plan: AllWorkPlan): Promise<AllWorkReport> {
  await using cleaning = new AsyncDisposableStack()
  const startedAt = performance.now()
  const postOffice = await openPostOffice(cleaning)
  const openSite = plan.isShared ? openSharedSite : openSingleSite
  const site = await openSite(cleaning, postOffice.url)
  const { loads, people } = await openLoads(cleaning, site, postOffice)
  const loadController = new AbortController()
  const peopleController = new AbortController()
  cleaning.defer(() => loadController.abort())
  cleaning.defer(() => peopleController.abort())
  const loadRuns = [
    ...loads.map((load) => load.run(loadController.signal)),
    people.run(peopleController.signal),
  ]
  const moments = await killAgainAndAgain(site, plan, loads)
  loadController.abort()
  plan.print('the last work is awaited')
  for (const load of loads) await load.finish?.()
  const left = await awaitEnd(site)
  peopleController.abort()
  await Promise.all(loadRuns)
  const ends = moments.map(({ endedAt }) => endedAt)
  const calls = await examine(site, moments)
  const judgements = await Promise.all(loads.map((load) => load.judge(ends)))
  return {
    isShared: plan.isShared,
    seed: plan.seed,
    moments,
    judgements: judgements.flat(),
    calls,
    filesOfUnstoredCalls: await findFiles(site, calls.neverKept),
    wrongReviews: people.work.wrong,
    left,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

async function openLoads(cleaning: AsyncDisposableStack, site: Site, postOffice: PostOffice) {
  const { admin, model } = site
  const toolId = await makeOrderTool(admin, { name: 'orders', modelUrl: model.url })
  const context: LoadContext = { site, toolId, query: queryOf(site) }
  const warehouse = await openWarehouse(cleaning, context)
  const apiFiles = await openApiFiles(context)
  const pipelines = await openPipelines(context, warehouse)
  const receiver = await openWebhookReceiver(cleaning)
  const loads: Load[] = [
    apiFiles,
    pipelines,
    await openPreviews(context, warehouse),
    await openStudioRuns(context),
    await openRegressionTests(context),
    await openTextJobs(context, receiver),
    await openNotifications(context, receiver, pipelines.ids),
    openMails(context, postOffice),
    openScheduledJobs(context),
  ]
  const workflows = [apiFiles.reviewedWorkflow, pipelines.reviewedWorkflow]
  return { loads, people: await invitePeople(site, postOffice, workflows) }
}

const maxSeekSeconds = 12

async function killAgainAndAgain(
  site: Site,
  { kills, seed, earlierMoments, print }: AllWorkPlan,
  loads: readonly Load[],
): Promise<KillMoment[]> {
  const chance = createChance(seed)
  const provocations = Object.assign({}, ...loads.map((load) => load.provocations ?? {}))
  const moments: KillMoment[] = []
  for (let turn = 0; turn < kills; turn++) {
    await sleep(1000 + chance() * 3000)
    const soughtCell = chooseCell(chance, moments, earlierMoments)
    const soughtMoment = await seek(site, soughtCell, provocations[soughtCell])
    let { counts } = soughtMoment
    const kill = await site.kill(turn, async () => {
      // Where the database goes on, the items of the dead worker are still its own.
      counts = await readCells(site).catch(() => counts)
      await soughtMoment.repair()
    })
    const moment = { ...kill, soughtCell, counts }
    moments.push(moment)
    print(JSON.stringify({ turn: turn + 1, ...moment }))
  }
  return moments
}

/** One of the cells that the fewest kills had so far. */
function chooseCell(
  chance: Chance,
  moments: readonly KillMoment[],
  earlierMoments: ReadonlyMap<Cell, number> = new Map(),
): Cell {
  const numbers = countMoments(moments.map(({ counts }) => counts))
  const killsOf = (cell: Cell) => (numbers.get(cell) ?? 0) + (earlierMoments.get(cell) ?? 0)
  const min = Math.min(...allCells.map(killsOf))
  return pick(
    chance,
    allCells.filter((cell) => killsOf(cell) === min),
  )
}

type CellSearch = { readonly counts: CellCounts; readonly repair: () => Promise<unknown> }

/** Resolves as soon as the cell has an item, or when that takes too long. */
async function seek(site: Site, cell: Cell, provoke: Provocation | undefined): Promise<CellSearch> {
  const repair = (await provoke?.().catch(() => undefined)) ?? (async () => {})
  const client = new pg.Client({ connectionString: await site.databaseUrl() })
  client.on('error', () => {})
  await client.connect()
  try {
    const giveUpAt = performance.now() + maxSeekSeconds * 1000
    for (;;) {
      const counts = await countCells(client)
      if ((counts[cell] ?? 0) > 0 || performance.now() > giveUpAt) return { counts, repair }
      await sleep(20)
    }
  } finally {
    await client.end()
  }
}

async function readCells(site: Site): Promise<CellCounts> {
  const client = new pg.Client({ connectionString: await site.databaseUrl() })
  client.on('error', () => {})
  await client.connect()
  try {
    return await countCells(client)
  } finally {
    await client.end()
  }
}

const maxEndSeconds = 240

/** Waits until no item is open; returns what still is. */
async function awaitEnd(site: Site): Promise<CellCounts> {
  const giveUpAt = performance.now() + maxEndSeconds * 1000
  for (;;) {
    const counts = await readCells(site)
    if (Object.keys(counts).length === 0 || performance.now() > giveUpAt) return counts
    await sleep(500)
  }
}

type StoredCall = { readonly callKey: string; readonly keptAt: number }

async function examine(site: Site, moments: readonly KillMoment[]): Promise<CallReport> {
  const storedCalls = await queryOf(site)<StoredCall>(
    `select call_key as "callKey", (extract(epoch from created_at) * 1000)::float as "keptAt"
     from model_call`,
  )
  return examineCalls(
    site.model.logged(),
    storedCalls,
    moments.map(({ endedAt }) => endedAt),
    moments.map(({ startedAt }) => startedAt),
  )
}

/** The key of a call of a file begins with the id of the file. */
const findFiles = (site: Site, callKeys: readonly string[]): Promise<readonly unknown[]> =>
  queryOf(site)(
    `select f.id, f.file_name as name, f.status, f.deaths, e.entity, e.is_preview, f.created_at,
       f.finished_at, f.result -> 'metadata' as metadata
     from file_execution f join execution e on e.id = f.execution_id where f.id::text = any($1)`,
    [callKeys.map((key) => key.split('/')[0])],
  )
