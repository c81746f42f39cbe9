import type { ExecutionStep } from '@recto/contract/executions'
import type { SessionMessage } from '@recto/contract/sockets'
import type { Context } from '../../../platform/context.ts'
import type { BatchedWrite } from '../../../platform/db/batched-writes.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { organizationSlug, tellSessions } from '../../organizations/organizations.port.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { isFinished } from '../is-finished.ts'
import { logExecution } from '../log-execution.ts'
import type { ReadOutcome } from './file-executions.store.ts'
import type { HeldFile } from './leased-files.store.ts'
import type { SettledFile } from './settled-file.ts'

type Needs = Pick<Context, 'batchedWrites' | 'events' | 'config'>
type Told = Pick<ExecutionRow, 'id' | 'log_events_id'>

/** The execution has its files. */
export function tellOfBeginning(ctx: Needs, tenant: Tenant, execution: ExecutionRow): void {
  const files = counted(execution.total_files)
  tell(ctx, tenant, execution, [
    update({ component: 'WORKFLOW', state: 'BEGIN_WORKFLOW', message: execution.workflow_name }),
    update({ component: 'SOURCE', state: 'RUNNING', message: `${files} to read` }),
    log({ stage: 'INITIALIZE', text: `Begun with ${files}` }),
  ])
}

/** A file is being read and asked. */
export function tellOfFile(ctx: Needs, tenant: Tenant, { execution, file }: HeldFile): void {
  tell(ctx, tenant, execution, [
    log({ stage: 'RUN', text: `${file.file_name}: begun`, fileId: file.id }),
    update({ component: 'STATUS_BAR', state: 'MESSAGE', message: `Reading ${file.file_name}` }),
  ])
}

/** A file has its result or its error; with the last one the execution has ended. */
export function tellOfSettled(
  ctx: Needs,
  tenant: Tenant,
  { execution, file, used }: SettledFile,
): void {
  if (!execution.log_events_id) return
  const isDone = file.status === 'COMPLETED'
  const settled = execution.successful_files + execution.failed_files
  tell(ctx, tenant, execution, [
    ...costs(used, file.id),
    log({
      stage: 'TOOL',
      level: isDone && !file.error ? 'INFO' : 'ERROR',
      text: `${file.file_name}: ${file.error ?? 'done'}`,
      fileId: file.id,
      iteration: settled,
      total: execution.total_files,
    }),
    ...(isFinished(execution) ? endOf(execution) : []),
  ])
}

/** A step was taken, which the files that wait take part in. */
export function tellOfStep(
  ctx: Needs,
  tenant: Tenant,
  execution: ExecutionRow,
  step: ExecutionStep,
): void {
  const message = stepTexts[step]
  tell(ctx, tenant, execution, [
    update({ component: 'NEXT_STEP', state: 'NEXT', message }),
    log({ stage: 'RUN', text: message }),
  ])
}

const stepTexts: Record<ExecutionStep, string> = {
  SOURCE: 'Taking in the files',
  TOOL: 'Reading the files',
  DESTINATION: 'Handing over what was read',
}

/** A file was read and waits for the next step: what went in, and what came out, for the two panes. */
export function tellOfRead(
  ctx: Needs,
  tenant: Tenant,
  { execution, file }: HeldFile,
  { result }: ReadOutcome,
): void {
  const { output = null } = (result ?? {}) as { readonly output?: unknown }
  const shown = JSON.stringify(output, null, 2).slice(0, mostShown)
  tell(ctx, tenant, execution, [
    update({ component: null, state: 'INPUT_UPDATE', message: file.file_name }),
    update({ component: null, state: 'OUTPUT_UPDATE', message: `\`\`\`json\n${shown}\n\`\`\`` }),
    log({ stage: 'TOOL', text: `${file.file_name}: read`, fileId: file.id }),
  ])
}

const mostShown = 4000

/** A file waits until people have approved what was read of it. */
export function tellOfReview(ctx: Needs, tenant: Tenant, { execution, file }: HeldFile): void {
  const text = `${file.file_name}: waits for a person to look at it`
  tell(ctx, tenant, execution, [log({ stage: 'TOOL', text, fileId: file.id })])
  logExecution(ctx, {
    organizationId: tenant.organizationId,
    executionId: execution.id,
    fileId: file.id,
    stage: 'DESTINATION',
    log: 'Waits for a person to look at it.',
  })
}

function endOf({ status, successful_files: successful, total_files: total }: ExecutionRow) {
  const text = `${successful} of ${counted(total)} succeeded`
  const state = status === 'COMPLETED' ? 'SUCCESS' : 'ERROR'
  return [
    update({ component: 'SOURCE', state: 'SUCCESS', message: `${counted(total)} read` }),
    update({ component: 'DESTINATION', state, message: text }),
    log({ stage: 'FINALIZE', level: state === 'SUCCESS' ? 'INFO' : 'ERROR', text }),
    update({ component: 'WORKFLOW', state: 'END_WORKFLOW', message: text }),
  ]
}

/** What the models of a file have used, and what it cost where prices are known. */
function costs(used: SettledFile['used'], fileId: string): Unsent[] {
  const tokens = used.reduce((sum, one) => sum + one.totalTokens, 0)
  const cost = used.reduce((sum, one) => sum + (one.costInDollars ?? 0), 0)
  const emitted_at = new Date().toISOString()
  const of = { emitted_at, file_execution_id: fileId }
  const text = `${tokens} tokens in calls of models`
  return [
    ...(tokens > 0
      ? [{ type: 'LOG', stage: 'TOOL_RUN', level: 'DEBUG', log: text, ...of } as const]
      : []),
    ...(cost > 0 ? [{ type: 'COST', cost, cost_units: 'USD', ...of } as const] : []),
  ]
}

type WithoutPlace<Message> = Message extends SessionMessage
  ? Omit<Message, 'timestamp' | 'execution_id' | 'organization_id'>
  : never
type Unsent = WithoutPlace<SessionMessage>
type Update = Extract<SessionMessage, { type: 'UPDATE' }>
type Stage = 'INITIALIZE' | 'RUN' | 'TOOL' | 'FINALIZE'

type Line = {
  readonly stage: Stage
  readonly text: string
  readonly level?: 'INFO' | 'ERROR'
  readonly fileId?: string
  readonly iteration?: number
  readonly total?: number
}

const log = ({ stage, text, level = 'INFO', fileId, iteration, total }: Line): Unsent => ({
  type: 'LOG',
  level,
  stage,
  log: text,
  cost_type: null,
  cost_units: null,
  cost_value: null,
  step: null,
  iteration: iteration ?? null,
  iteration_total: total ?? null,
  file_execution_id: fileId ?? null,
})

const update = (said: Omit<Update, 'type' | 'timestamp'>): Unsent => ({ type: 'UPDATE', ...said })

const counted = (files: number) => (files === 1 ? '1 file' : `${files} files`)

type Item = {
  readonly organizationId: number
  readonly executionId: string
  readonly logEventsId: string
  readonly timestamp: number
  readonly unsent: Unsent
}

/** Nobody waits for it; an execution that a program began has nobody to tell. */
function tell(
  ctx: Needs,
  { organizationId }: Tenant,
  { id: executionId, log_events_id: logEventsId }: Told,
  messages: readonly Unsent[],
): void {
  if (!logEventsId) return
  const timestamp = Date.now() / 1000
  for (const unsent of messages) {
    const item = { organizationId, executionId, logEventsId, timestamp, unsent }
    ctx.batchedWrites.add(tellOfExecutions(ctx), item)
  }
}

const tellOfExecutions = (ctx: Needs): BatchedWrite<Item> => ({
  name: 'executions/tell-of-executions',
  async write(db, items) {
    for (const [organizationId, told] of Map.groupBy(items, (item) => item.organizationId)) {
      const tenant = { db, organizationId }
      const organization_id = await organizationSlug(tenant)
      const messages = told.map((item) => ({
        logEventsId: item.logEventsId,
        message: messageOf(item, organization_id),
      }))
      await tellSessions(ctx, tenant, messages)
    }
  },
})

function messageOf(
  { unsent, timestamp, executionId }: Item,
  organization_id: string,
): SessionMessage {
  if (unsent.type === 'UPDATE') return { ...unsent, timestamp } as SessionMessage
  return { ...unsent, timestamp, execution_id: executionId, organization_id } as SessionMessage
}
