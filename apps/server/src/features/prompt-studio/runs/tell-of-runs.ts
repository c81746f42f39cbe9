import {
  logsEventOf,
  type RunNews,
  type RunProgress,
  runsEvent,
  taskResultEvent,
} from '@recto/contract/sockets'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Sockets } from '../../../platform/sockets/sockets.ts'
import { presentRun } from '../queue/map-run.ts'
import { runsChanged } from '../queue/runs.events.ts'
import { listRunsById, listTasksOf, type RunRow, type TaskRow } from '../queue/runs.store.ts'
import { reasonOf, stateOfTask } from '../queue/task-state.ts'
import { listDocumentsById } from '../rows/documents.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { presentTaskResult } from './present-task-result.ts'

type Needs = Pick<Context, 'compute' | 'db' | 'events' | 'log'>

/**
 * Tells the browsers that are connected to this process how runs stand. What changes while it tells is
 * told together: a later message never says less than an earlier one.
 */
export function tellOfRuns(ctx: Needs, sockets: Sockets): () => void {
  let waiting = new Map<number, News>()
  let isUnderWay = false
  const tellAll = async () => {
    isUnderWay = true
    while (waiting.size > 0) {
      const news = waiting
      waiting = new Map()
      for (const [organizationId, those] of news) {
        const tenant = { db: ctx.db, organizationId }
        await tell(ctx, tenant, sockets, those).catch((error: unknown) => {
          // Whoever waits for it asks now and then too.
          ctx.log.warn({ reason: describeFailure(error) }, 'news of runs could not be told')
        })
      }
    }
    isUnderWay = false
  }
  return ctx.events.subscribe(runsChanged, ({ organizationId, runIds, state }) => {
    if (!sockets.hasOrganization(organizationId)) return
    const { ids, endedIds } = waiting.get(organizationId) ?? { ids: [], endedIds: [] }
    const ended = state === 'waiting' || state === 'running' ? [] : runIds
    waiting.set(organizationId, { ids: [...ids, ...runIds], endedIds: [...endedIds, ...ended] })
    if (!isUnderWay) void tellAll()
  })
}

/** A run may have ended by the time at which its beginning is told: its end is news of its own. */
type News = { readonly ids: readonly string[]; readonly endedIds: readonly string[] }

async function tell(ctx: Needs, tenant: Tenant, sockets: Sockets, news: News): Promise<void> {
  const ids = [...new Set(news.ids)]
  const runs = await listRunsById(tenant, ids)
  tellPeople(tenant, sockets, runs)
  const tasks = (await listTasksOf(tenant, ids)).filter(
    ({ log_events_id: session }) =>
      session !== null && sockets.hasSession(channelOf(tenant, session)),
  )
  if (tasks.length === 0) return
  await tellProgress(tenant, sockets, { tasks, runs })
  for (const task of tasks) await tellEnd(ctx, tenant, sockets, { task, endedIds: news.endedIds })
}

/** Those who asked for the runs, in whatever browser. */
function tellPeople({ organizationId }: Tenant, sockets: Sockets, runs: readonly RunRow[]) {
  for (const group of Map.groupBy(runs, (run) => `${run.created_by}/${run.project_id}`).values()) {
    const [first] = group
    if (!first || first.created_by === null) continue
    const news: RunNews['data'] = { tool_id: first.project_id, runs: group.map(presentRun) }
    sockets.tellPerson({ organizationId, userId: first.created_by }, runsEvent, news)
  }
}

type Progress = { readonly tasks: readonly TaskRow[]; readonly runs: readonly RunRow[] }

const words = {
  waiting: 'Waiting for its turn',
  running: 'Reading the document',
  done: 'Answered',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const

async function tellProgress(
  tenant: Tenant,
  sockets: Sockets,
  { tasks, runs }: Progress,
): Promise<void> {
  const projectIds = [...new Set(runs.map(({ project_id }) => project_id))]
  const prompts = await listPromptsOfProjects(tenant, projectIds)
  const documentIds = [...new Set(runs.map(({ document_id }) => document_id))]
  const documents = await listDocumentsById(tenant, documentIds)
  const keys = new Map(prompts.map(({ id, key }) => [id, key]))
  const names = new Map(documents.map(({ id, name }) => [id, name]))
  for (const { log_events_id: session, run_ids } of tasks) {
    if (session === null) continue
    for (const run of runs.filter(({ id }) => run_ids.includes(id))) {
      const about = { key: keys.get(run.prompt_id ?? ''), name: names.get(run.document_id) }
      const channel = channelOf(tenant, session)
      sockets.tellSession(channel, logsEventOf(session), progressOf(run, about))
    }
  }
}

type About = { readonly key: string | undefined; readonly name: string | undefined }

const progressOf = (run: RunRow, { key, name }: About): RunProgress['data'] => ({
  timestamp: Date.now() / 1000,
  type: 'PROGRESS',
  service: 'prompt',
  component: {
    tool_id: run.project_id,
    run_id: run.run_id,
    prompt_id: run.prompt_id,
    prompt_key: key ?? null,
    doc_name: name ?? null,
  },
  level: run.state === 'failed' ? 'ERROR' : 'INFO',
  state: 'RUN',
  message: run.state === 'failed' ? reasonOf(run) : words[run.state],
})

type Ended = { readonly task: TaskRow; readonly endedIds: readonly string[] }

/** Once, with the news of the run that ended last. */
async function tellEnd(
  ctx: Needs,
  tenant: Tenant,
  sockets: Sockets,
  { task, endedIds }: Ended,
): Promise<void> {
  const runs = await listRunsById(tenant, task.run_ids)
  const [last] = runs.toSorted(
    (a, b) => Number(b.ended_at) - Number(a.ended_at) || (a.id < b.id ? 1 : -1),
  )
  if (!last || !endedIds.includes(last.id) || task.log_events_id === null) return
  if (stateOfTask(runs).status === 'processing') return
  const result = await presentTaskResult(ctx, tenant, task, runs)
  sockets.tellSession(channelOf(tenant, task.log_events_id), taskResultEvent, result)
}

const channelOf = ({ organizationId }: Tenant, logEventsId: string) => ({
  organizationId,
  logEventsId,
})
