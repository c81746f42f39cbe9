import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { HttpConnector } from '@recto/provider-spec/http-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openHttpConnector } from '../../connectors/connectors.port.ts'
import { buildCallBodies, parseHttpDestination } from '../../workflows/workflows.port.ts'
import { type Delivery, DeliveryError } from './delivery.ts'
import { type CallRow, prepareCalls, recordCallAttempt } from './destination-calls.store.ts'

type SendOptions = {
  /** Whether a failure ends the delivery even if another attempt may succeed. */
  readonly isLastAttempt: boolean
}

/**
 * Sends the result to an HTTP endpoint, in one call or in one for each item of a list. Each call is stored with its key
 * before it is sent, so that every attempt has the same key and body. A call that is refused does not hold up the others.
 */
export async function sendCalls(
  ctx: Context,
  tenant: Tenant,
  delivery: Delivery,
  { isLastAttempt }: SendOptions,
): Promise<string> {
  const { file, execution, plan, signal } = delivery
  const { documentKey, calls } = buildCalls(delivery)
  const connectorId = plan.destination?.connectorId ?? ''
  const { connector, name } = await openHttpConnector(ctx, tenant, connectorId)
  const waitingCalls = await prepareCalls(tenant, {
    workflow_id: execution.workflow_id,
    execution_id: execution.id,
    file_execution_id: file.id,
    document_key: documentKey,
    calls,
  })
  const statuses = new Set<number>()
  const refusals: string[] = []
  try {
    for (const call of waitingCalls) {
      const attempt = { call, signal, isLastAttempt }
      const outcome = await sendCall(tenant, connector, attempt)
      if ('refusal' in outcome) refusals.push(outcome.refusal)
      else statuses.add(outcome.status)
    }
  } finally {
    await connector.close().catch(() => {})
  }
  if (refusals.length > 0) throw new DeliveryError(describeRefusals(refusals, calls.length))
  return describeSuccess(name, { sentCount: waitingCalls.length, calls, statuses })
}

/** Builds the calls of a file. Their keys depend on the document, its values and the settings, not on the run. */
function buildCalls({ file, execution, plan, result }: Delivery) {
  const { connectorId, configuration } = plan.destination ?? {}
  const settings = parseHttpDestination(configuration)
  const bodies = buildCallBodies({
    settings,
    result,
    file: { name: file.file_name, path: file.file_path, hash: file.file_hash },
    executionId: execution.id,
  })
  const document = [execution.workflow_id, file.file_path ?? file.file_name, file.file_hash]
  const { output } = (result ?? {}) as { readonly output?: unknown }
  const calls = bodies.map(({ itemNumber, body }) => ({
    item_number: itemNumber,
    idempotency_key: digestOf([...document, connectorId, output, settings, itemNumber]),
    body,
  }))
  return { documentKey: digestOf(document), calls }
}

type Attempt = SendOptions & {
  readonly call: CallRow
  readonly signal: AbortSignal
}

type Outcome = { readonly status: number } | { readonly refusal: string }

/** Sends a call and records the outcome. Throws if it should be sent again later. */
async function sendCall(
  tenant: Tenant,
  connector: HttpConnector,
  { call, signal, isLastAttempt }: Attempt,
): Promise<Outcome> {
  const { id, idempotency_key: idempotencyKey, item_number: itemNumber, body } = call
  const headers = {
    'x-recto-delivery': id,
    'x-recto-document': call.document_key,
    'x-recto-execution': call.execution_id,
    ...omitUndefined({ 'x-recto-item': itemNumber > 0 ? String(itemNumber) : undefined }),
  }
  const httpCall = { body: body ?? '', idempotencyKey, headers }
  try {
    const status = await connector.send(httpCall, { signal })
    await recordCallAttempt(tenant, id, { state: 'DELIVERED', statusCode: status, error: null })
    return { status }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { status: statusCode = null, message } = error
    const isOver = isLastAttempt || !error.isRetryable
    const state = isOver ? 'DEAD' : 'WAITING'
    await recordCallAttempt(tenant, id, { state, statusCode, error: message })
    if (error.isRetryable) throw error
    return { refusal: message }
  }
}

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const describeRefusals = (refusals: readonly string[], count: number): string =>
  count === 1
    ? `The file was processed, but its result could not be delivered. ${refusals[0]}`
    : `The file was processed, but ${refusals.length} of ${count} calls were refused. ${refusals[0]}`

type SentCalls = {
  readonly sentCount: number
  readonly calls: readonly { readonly idempotency_key: string }[]
  readonly statuses: ReadonlySet<number>
}

/** The evidence of a delivery: what was sent, what the receiver answered, and the key by which it can find the call. */
function describeSuccess(name: string, { sentCount, calls, statuses }: SentCalls): string {
  const [call] = calls
  if (!call) return `“${name}” got no call, because the list has no items.`
  if (sentCount === 0) return `“${name}” had accepted all calls before.`
  const answers = `It answered ${[...statuses].join(', ')}.`
  if (calls.length > 1) return `Sent ${sentCount} calls to “${name}”. ${answers}`
  return `Sent to “${name}”. ${answers} Idempotency key: ${call.idempotency_key}.`
}
