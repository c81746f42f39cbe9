import type { ExecutionStep } from '@recto/contract/executions/executions'
import type { SessionMessage } from '@recto/contract/server/sockets'
import type { Context } from '../../../platform/context.ts'
import type { BatchedWrite } from '../../../platform/db/batched-writes.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { organizationSlug, publishSessionMessages } from '../../organizations/organizations.port.ts'
import { findToolStepIds } from '../../workflows/workflows.port.ts'
import { isFinished } from '../execution-state.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { getPathOrName } from '../file-names.ts'
import { logExecution } from '../log-execution.ts'
import type { ToolRunOutcome } from './file-executions.store.ts'
import type { ClaimedFile, FinishedFile } from './run-file.store.ts'

type PushDependencies = Pick<Context, 'batchedWrites' | 'events' | 'config'>
type PushedExecution = Pick<ExecutionRow, 'id' | 'log_events_id' | 'workflow_id'>

/** Stands for the id of the workflow's tool, whose card existing clients find by it. */
const toolStep = 'TOOL_STEP'

/** Pushes that the execution has its files. */
export function pushExecutionStarted(
  ctx: PushDependencies,
  tenant: Tenant,
  execution: ExecutionRow,
): void {
  const files = formatFileCount(execution.total_files)
  push(ctx, tenant, execution, [
    buildUpdate({
      component: 'WORKFLOW',
      state: 'BEGIN_WORKFLOW',
      message: execution.workflow_name,
    }),
    buildUpdate({ component: 'SOURCE', state: 'RUNNING', message: `${files} to read` }),
    buildLog({ stage: 'INITIALIZE', text: `Started with ${files}` }),
  ])
}

/** Pushes that a file is being processed. */
export function pushFileStarted(
  ctx: PushDependencies,
  tenant: Tenant,
  { execution, file }: ClaimedFile,
): void {
  push(ctx, tenant, execution, [
    buildLog({ stage: 'RUN', text: `${getPathOrName(file)}: started`, fileId: file.id }),
    buildUpdate({
      component: 'STATUS_BAR',
      state: 'MESSAGE',
      message: `Reading ${getPathOrName(file)}`,
    }),
    buildUpdate({
      component: toolStep,
      state: 'RUNNING',
      message: `Reading ${getPathOrName(file)}`,
    }),
  ])
}

/** Pushes the outcome of a file and, with the last file, the end of the execution. */
export function pushFileFinished(
  ctx: PushDependencies,
  tenant: Tenant,
  { execution, file, usage: modelUsage }: FinishedFile,
): void {
  if (!execution.log_events_id) return
  const isDone = file.status === 'COMPLETED'
  const finishedFiles = execution.successful_files + execution.failed_files
  push(ctx, tenant, execution, [
    ...buildCostMessages(modelUsage, file.id),
    buildLog({
      stage: 'TOOL',
      level: isDone && !file.error ? 'INFO' : 'ERROR',
      text: `${getPathOrName(file)}: ${file.error ?? 'done'}`,
      fileId: file.id,
      iteration: finishedFiles,
      total: execution.total_files,
    }),
    ...(isFinished(execution) ? buildEndMessages(execution) : []),
  ])
}

/** Pushes the end of an execution that ends without a last file, such as one that is stopped. */
export function pushExecutionEnded(
  ctx: PushDependencies,
  tenant: Tenant,
  execution: ExecutionRow,
): void {
  push(ctx, tenant, execution, buildEndMessages(execution))
}

/** Pushes that a call for a file has failed and is made again. */
export function pushFileRetry(
  ctx: PushDependencies,
  tenant: Tenant,
  { execution, file }: ClaimedFile,
  text: string,
): void {
  push(ctx, tenant, execution, [
    buildLog({ stage: 'TOOL', level: 'WARN', text: `${file.file_name}: ${text}`, fileId: file.id }),
    buildUpdate({ component: 'STATUS_BAR', state: 'MESSAGE', message: text }),
  ])
}

const stepTexts: Record<ExecutionStep, string> = {
  SOURCE: 'Loading the files',
  TOOL: 'Reading the files',
  DESTINATION: 'Delivering the results',
}

/** Pushes that the execution took its next step. */
export function pushStepStarted(
  ctx: PushDependencies,
  tenant: Tenant,
  execution: ExecutionRow,
  step: ExecutionStep,
): void {
  const message = stepTexts[step]
  push(ctx, tenant, execution, [
    buildUpdate({ component: 'NEXT_STEP', state: 'NEXT', message }),
    buildLog({ stage: 'RUN', text: message }),
  ])
}

const maxPreviewCharacters = 4000

/** Pushes the input and the output of a file that was read and waits for the next step. */
export function pushFileRead(
  ctx: PushDependencies,
  tenant: Tenant,
  { execution, file }: ClaimedFile,
  { result }: ToolRunOutcome,
): void {
  const { output = null } = (result ?? {}) as { readonly output?: unknown }
  const preview = JSON.stringify(output, null, 2).slice(0, maxPreviewCharacters)
  push(ctx, tenant, execution, [
    buildUpdate({ component: null, state: 'INPUT_UPDATE', message: file.file_name }),
    buildUpdate({
      component: null,
      state: 'OUTPUT_UPDATE',
      message: `\`\`\`json\n${preview}\n\`\`\``,
    }),
    buildLog({ stage: 'TOOL', text: `${getPathOrName(file)}: read`, fileId: file.id }),
  ])
}

/** Pushes and logs that a file waits for review. */
export function pushFileInReview(
  ctx: PushDependencies,
  tenant: Tenant,
  { execution, file }: ClaimedFile,
): void {
  const text = `${getPathOrName(file)}: waiting for review`
  push(ctx, tenant, execution, [buildLog({ stage: 'TOOL', text, fileId: file.id })])
  logExecution(ctx, {
    organizationId: tenant.organizationId,
    executionId: execution.id,
    fileId: file.id,
    stage: 'DESTINATION',
    log: 'Waiting for review.',
  })
}

function buildEndMessages({
  status,
  successful_files: successful,
  total_files: total,
}: ExecutionRow) {
  const text = `${successful} of ${formatFileCount(total)} succeeded`
  const state = status === 'COMPLETED' ? 'SUCCESS' : 'ERROR'
  return [
    buildUpdate({
      component: 'SOURCE',
      state: 'SUCCESS',
      message: `${formatFileCount(total)} read`,
    }),
    buildUpdate({ component: toolStep, state, message: text }),
    buildUpdate({ component: 'DESTINATION', state, message: text }),
    // An empty text clears the status bar.
    buildUpdate({ component: 'STATUS_BAR', state: 'MESSAGE', message: '' }),
    buildLog({ stage: 'FINALIZE', level: state === 'SUCCESS' ? 'INFO' : 'ERROR', text }),
    buildUpdate({ component: 'WORKFLOW', state: 'END_WORKFLOW', message: text }),
  ]
}

/** Builds messages with the tokens and the known costs of the model calls of a file. */
function buildCostMessages(modelUsage: FinishedFile['usage'], fileId: string): ProgressMessage[] {
  const tokens = modelUsage.reduce((sum, one) => sum + one.totalTokens, 0)
  const cost = modelUsage.reduce((sum, one) => sum + (one.costInDollars ?? 0), 0)
  const emitted_at = new Date().toISOString()
  const fileFields = { emitted_at, file_execution_id: fileId }
  const text = `${tokens} tokens used in model calls`
  return [
    ...(tokens > 0
      ? [{ type: 'LOG', stage: 'TOOL_RUN', level: 'DEBUG', log: text, ...fileFields } as const]
      : []),
    ...(cost > 0 ? [{ type: 'COST', cost, cost_units: 'USD', ...fileFields } as const] : []),
  ]
}

type WithoutEnvelope<Message> = Message extends SessionMessage
  ? Omit<Message, 'timestamp' | 'execution_id' | 'organization_id'>
  : never
type ProgressMessage = WithoutEnvelope<SessionMessage>
type UpdateMessage = Extract<SessionMessage, { type: 'UPDATE' }>
type Stage = 'INITIALIZE' | 'RUN' | 'TOOL' | 'FINALIZE'

type LogFields = {
  readonly stage: Stage
  readonly text: string
  readonly level?: 'INFO' | 'WARN' | 'ERROR'
  readonly fileId?: string
  readonly iteration?: number
  readonly total?: number
}

const buildLog = ({
  stage,
  text,
  level = 'INFO',
  fileId,
  iteration,
  total,
}: LogFields): ProgressMessage => ({
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

const buildUpdate = (fields: Omit<UpdateMessage, 'type' | 'timestamp'>): ProgressMessage => ({
  type: 'UPDATE',
  ...fields,
})

const formatFileCount = (files: number) => (files === 1 ? '1 file' : `${files} files`)

type QueuedMessage = {
  readonly organizationId: number
  readonly executionId: string
  readonly workflowId: string | null
  readonly logEventsId: string
  readonly timestamp: number
  readonly message: ProgressMessage
}

/**
 * Queues messages for the session that started the execution; executions started by a program have
 * no session.
 */
function push(
  ctx: PushDependencies,
  { organizationId }: Tenant,
  { id: executionId, log_events_id: logEventsId, workflow_id: workflowId }: PushedExecution,
  messages: readonly ProgressMessage[],
): void {
  if (!logEventsId) return
  const timestamp = Date.now() / 1000
  for (const message of messages) {
    const queuedMessage = {
      organizationId,
      executionId,
      workflowId,
      logEventsId,
      timestamp,
      message,
    }
    ctx.batchedWrites.add(pushExecutionMessages(ctx), queuedMessage)
  }
}

const pushExecutionMessages = (ctx: PushDependencies): BatchedWrite<QueuedMessage> => ({
  name: 'executions/tell-of-executions',
  async write(db, items) {
    for (const [organizationId, queuedMessages] of Map.groupBy(
      items,
      (item) => item.organizationId,
    )) {
      const tenant = { db, organizationId }
      const organization_id = await organizationSlug(tenant)
      const stepIds = await findStepIds(tenant, queuedMessages)
      const messages = queuedMessages
        .map((item) => withStepId(item, stepIds))
        .filter((item) => item !== undefined)
        .map((item) => ({
          logEventsId: item.logEventsId,
          message: toSessionMessage(item, organization_id),
        }))
      await publishSessionMessages(ctx, tenant, messages)
    }
  },
})

const isAboutStep = ({ message }: QueuedMessage): boolean =>
  message.type === 'UPDATE' && message.component === toolStep

/** Returns the ids of the tools in the workflows of messages about them. */
async function findStepIds(
  tenant: Tenant,
  items: readonly QueuedMessage[],
): Promise<ReadonlyMap<string, string>> {
  const workflowIds = items
    .filter(isAboutStep)
    .map(({ workflowId }) => workflowId)
    .filter((id) => id !== null)
  return findToolStepIds(tenant, [...new Set(workflowIds)])
}

/** Returns `undefined` for a message about a tool that the workflow no longer has. */
function withStepId(
  item: QueuedMessage,
  stepIds: ReadonlyMap<string, string>,
): QueuedMessage | undefined {
  if (!isAboutStep(item)) return item
  const component = stepIds.get(item.workflowId ?? '')
  if (component === undefined) return undefined
  return { ...item, message: { ...item.message, component } as ProgressMessage }
}

function toSessionMessage(
  { message, timestamp, executionId }: QueuedMessage,
  organization_id: string,
): SessionMessage {
  if (message.type === 'UPDATE') return { ...message, timestamp } as SessionMessage
  return { ...message, timestamp, execution_id: executionId, organization_id } as SessionMessage
}
