import type { Context } from '../../../platform/context.ts'
import type { BatchedWrite } from '../../../platform/db/batched-writes.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { tellSessions } from '../../organizations/organizations.port.ts'
import { nameRuns } from './run-names.reads.ts'
import type { RunRow } from './runs.store.ts'

type Needs = Pick<Context, 'batchedWrites' | 'events' | 'config'>

type Entry = {
  readonly level: 'INFO' | 'ERROR' | 'DEBUG'
  readonly state: 'RUN' | 'EVAL' | 'CHALLENGE' | 'TABLE_EXTRACTION'
  readonly message: string
}

type Logged = {
  readonly organizationId: number
  readonly id: string
  readonly entry: Entry
  readonly timestamp: number
}

/** Says in the logs of all sessions that wait for a run how it gets on. Nobody waits for it. */
export function logRun(
  ctx: Needs,
  { organizationId }: Tenant,
  { id }: Pick<RunRow, 'id'>,
  entry: Entry,
): void {
  const timestamp = Date.now() / 1000
  ctx.batchedWrites.add(tellWaiting(ctx), { organizationId, id, entry, timestamp })
}

/** How runs of the studio stand, in words. */
const words = {
  running: 'Begun',
  done: 'Done',
  cancelled: 'Cancelled',
} as const

/** The same for runs that stand differently now. */
export function logRuns(
  ctx: Needs,
  tenant: Tenant,
  runs: readonly Pick<RunRow, 'id'>[],
  state: keyof typeof words,
): void {
  for (const run of runs) {
    logRun(ctx, tenant, run, { level: 'INFO', state: 'RUN', message: words[state] })
  }
}

const tellWaiting = (ctx: Needs): BatchedWrite<Logged> => ({
  name: 'prompt-studio/log-runs',
  async write(db, items) {
    for (const [organizationId, logged] of Map.groupBy(items, (item) => item.organizationId)) {
      await tell(ctx, { db, organizationId }, logged)
    }
  },
})

async function tell(ctx: Needs, tenant: Tenant, logged: readonly Logged[]): Promise<void> {
  const ids = [...new Set(logged.map(({ id }) => id))]
  const runs = new Map((await nameRuns(tenant, ids)).map((run) => [run.id, run]))
  const told = logged.flatMap(({ id, entry, timestamp }) => {
    const run = runs.get(id)
    if (!run) return []
    const component = {
      tool_id: run.projectId,
      run_id: run.runId,
      prompt_id: run.promptId,
      prompt_key: run.promptKey,
      doc_name: run.documentName,
    }
    const message = { timestamp, type: 'LOG', service: 'prompt', component, ...entry } as const
    return run.sessions.map((logEventsId) => ({ logEventsId, message }))
  })
  await tellSessions(ctx, tenant, told)
}
