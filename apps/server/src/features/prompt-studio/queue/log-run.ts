import type { Context } from '../../../platform/context.ts'
import type { BatchedWrite } from '../../../platform/db/batched-writes.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { publishSessionMessages } from '../../organizations/organizations.port.ts'
import { describeRuns } from './run-names.reads.ts'
import type { RunRow } from './runs.store.ts'

type LogDependencies = Pick<Context, 'batchedWrites' | 'events' | 'config'>

type LogEntry = {
  readonly level: 'INFO' | 'ERROR' | 'DEBUG'
  readonly state: 'RUN' | 'EVAL' | 'CHALLENGE' | 'TABLE_EXTRACTION'
  readonly message: string
}

type RunLogLine = {
  readonly organizationId: number
  readonly id: string
  readonly entry: LogEntry
  readonly timestamp: number
}

/**
 * Writes a log entry to all sessions that wait for the run. It is written in the background with
 * others.
 */
export function logRun(
  ctx: LogDependencies,
  { organizationId }: Tenant,
  { id }: Pick<RunRow, 'id'>,
  entry: LogEntry,
): void {
  const timestamp = Date.now() / 1000
  ctx.batchedWrites.add(runLogWrites(ctx), { organizationId, id, entry, timestamp })
}

const stateMessages = {
  running: 'Started',
  done: 'Done',
  cancelled: 'Cancelled',
} as const

/** Logs the new state of several runs. */
export function logRuns(
  ctx: LogDependencies,
  tenant: Tenant,
  runs: readonly Pick<RunRow, 'id'>[],
  state: keyof typeof stateMessages,
): void {
  for (const run of runs) {
    logRun(ctx, tenant, run, { level: 'INFO', state: 'RUN', message: stateMessages[state] })
  }
}

const runLogWrites = (ctx: LogDependencies): BatchedWrite<RunLogLine> => ({
  name: 'prompt-studio/log-runs',
  async write(db, items) {
    for (const [organizationId, lines] of Map.groupBy(items, (item) => item.organizationId)) {
      await pushToSessions(ctx, { db, organizationId }, lines)
    }
  },
})

async function pushToSessions(
  ctx: LogDependencies,
  tenant: Tenant,
  lines: readonly RunLogLine[],
): Promise<void> {
  const ids = [...new Set(lines.map(({ id }) => id))]
  const runs = new Map((await describeRuns(tenant, ids)).map((run) => [run.id, run]))
  const messages = lines.flatMap(({ id, entry, timestamp }) => {
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
  await publishSessionMessages(ctx, tenant, messages)
}

/**
 * Logs the long phases of a run: challenge rounds, and lists read part by part. A single call is not
 * worth a line.
 */
export function createCallLogger(
  ctx: LogDependencies,
  tenant: Tenant,
  run: Pick<RunRow, 'id'>,
): NonNullable<CallContext['onCall']> {
  return ({ step }) => {
    const entry = describeCall(step)
    if (entry) logRun(ctx, tenant, run, { level: 'INFO', ...entry })
  }
}

/** A list logs one line for this many parts of the document. */
const partsPerLogLine = 10

function describeCall(step: string): Pick<LogEntry, 'state' | 'message'> | undefined {
  const [, key = '', round] = /^(.+)\/challenge-(\d+)$/.exec(step) ?? []
  if (round !== undefined) {
    return { state: 'CHALLENGE', message: `Challenging the answer to “${key}”, round ${round}` }
  }
  const [, listKey = '', part] = /^(.+)\/rows-(\d+)$/.exec(step) ?? []
  if (part !== undefined && Number(part) % partsPerLogLine === 1) {
    const message = `Reading “${listKey}” from part ${part} of the document`
    return { state: 'TABLE_EXTRACTION', message }
  }
  const [, retriedKey = '', retry] = /^(.+)\/left-out-(\d+)-1$/.exec(step) ?? []
  if (retry === undefined) return undefined
  const message = `Reading the missing lines of “${retriedKey}”, attempt ${retry}`
  return { state: 'TABLE_EXTRACTION', message }
}
