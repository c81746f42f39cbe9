import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { HttpConnector } from '@recto/provider-spec/http-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'
import { openHttpConnector } from '../../connectors/connectors.port.ts'
import { buildCallBodies, parseHttpDestination } from '../../workflows/workflows.port.ts'
import { type Delivery, DeliveryError } from './delivery.ts'
import {
  beginAttempt,
  type CallRow,
  prepareCalls,
  recordOutcome,
} from './destination-calls.store.ts'

type SendOptions = {
  /** Whether calls that fail now are given up, unless others are delivered. */
  readonly isLastAttempt: boolean
  /** Called for each call that is delivered. */
  readonly onSent: () => void
}

/** A receiver that fails so often in a row is down, and the next calls would only wait for it too. */
const maxFailuresInRow = 3

/**
 * Sends the result to an HTTP endpoint, in one call or in one for each item of a list. Each call is stored with its key
 * before it is sent, so that every attempt has the same key and body. A call that fails does not hold up the others.
 * Throws if any call should be sent again later.
 */
export async function sendCalls(
  ctx: Context,
  tenant: Tenant,
  delivery: Delivery,
  { isLastAttempt, onSent }: SendOptions,
): Promise<string> {
  const { file, execution, plan } = delivery
  const { documentKey, calls } = buildCalls(delivery)
  const connectorId = plan.destination?.connectorId ?? ''
  const { connector, name } = await openHttpConnector(ctx, tenant, connectorId)
  try {
    const { isSuperseded, waitingCalls, refusals } = await prepareCalls(tenant, {
      workflow_id: execution.workflow_id,
      execution_id: execution.id,
      file_execution_id: file.id,
      document_key: documentKey,
      calls,
    })
    if (isSuperseded) return describeSuperseded(name)
    const sender = { tenant, connector, delivery, isLastAttempt }
    const outcomes = await sendWaitingCalls(sender, waitingCalls, onSent)
    const allRefusals = [...refusals, ...outcomes.refusals]
    if (allRefusals.length > 0) throw new DeliveryError(describeRefusals(allRefusals, calls.length))
    if (outcomes.isReplaced) return describeSuperseded(name)
    const { statuses } = outcomes
    return describeSuccess(name, { waitingCalls, callCount: calls.length, statuses })
  } finally {
    await connector.close().catch(() => {})
  }
}

const stoppedText =
  'The file was processed, but the execution was stopped before its result was delivered.'

type SendingOutcomes = {
  readonly statuses: ReadonlySet<number>
  readonly refusals: readonly string[]
  readonly isReplaced: boolean
}

/** Sends calls one after the other, until the receiver wants a pause or a later run replaces them. */
async function sendWaitingCalls(
  sender: CallSender,
  waitingCalls: readonly CallRow[],
  onSent: () => void,
): Promise<SendingOutcomes> {
  const { tenant, delivery } = sender
  const executionId = delivery.execution.id
  const tally = createTally(onSent)
  let isReplaced = false
  for (const call of waitingCalls) {
    const beginning = await beginAttempt(tenant, { id: call.id, executionId })
    if (beginning === 'stopped') throw new DeliveryError(stoppedText)
    isReplaced = beginning === 'replaced'
    if (isReplaced) break
    const isGivenUp = sender.isLastAttempt && tally.statuses.size === 0
    tally.add(await sendCall(sender, call, isGivenUp))
    if (tally.needsPause()) break
  }
  const failure = tally.getFailure()
  if (failure && !isReplaced) throw failure
  return { statuses: tally.statuses, refusals: tally.refusals, isReplaced }
}

/** Collects the outcomes of calls. */
function createTally(onSent: () => void) {
  const statuses = new Set<number>()
  const refusals: string[] = []
  let failure: ProviderError | undefined
  let failuresInRow = 0
  return {
    statuses,
    refusals,
    getFailure: () => failure,
    add(outcome: Outcome) {
      failuresInRow = 'failure' in outcome ? failuresInRow + 1 : 0
      if ('failure' in outcome) failure = outcome.failure
      else if ('refusal' in outcome) refusals.push(outcome.refusal)
      else {
        statuses.add(outcome.status)
        onSent()
      }
    },
    /** Whether the receiver has said when it wants the next call, or fails so often that it must be down. */
    needsPause: () =>
      failuresInRow === maxFailuresInRow ||
      (failuresInRow > 0 &&
        (failure?.code === 'rate-limited' || failure?.retryAfterSeconds !== undefined)),
  }
}

/**
 * Builds the calls of a file. Their content is that of the document and the settings, not of the run, so that a later run
 * with the same values makes the same calls.
 */
function buildCalls({ file, execution, plan, result }: Delivery) {
  const { connectorId, configuration } = plan.destination ?? {}
  const settings = parseHttpDestination(configuration)
  const { itemsOf, bodyTemplate } = settings
  const bodies = buildCallBodies({
    settings,
    result,
    file: { name: file.file_name, path: file.file_path, hash: file.file_hash },
    executionId: execution.id,
  })
  const document = [execution.workflow_id, file.file_path ?? file.file_name, file.file_hash]
  const documentKey = digestOf(document)
  const { output } = (result ?? {}) as { readonly output?: unknown }
  const calls = bodies.map(({ itemNumber, body, content }) => {
    // Stored results lack some characters, and a rerun must find the same content.
    const contentDigest = digestOf([connectorId, itemsOf, bodyTemplate, toStorableText(content)])
    return {
      item_number: itemNumber,
      body,
      content_digest: contentDigest,
      createKey: (revision: number) => digestOf([documentKey, itemNumber, contentDigest, revision]),
      earlierKey: digestOf([...document, connectorId, output, settings, itemNumber]),
    }
  })
  return { documentKey, calls }
}

type CallSender = Pick<SendOptions, 'isLastAttempt'> & {
  readonly tenant: Tenant
  readonly connector: HttpConnector
  readonly delivery: Delivery
}

type Outcome =
  | { readonly status: number }
  | { readonly refusal: string }
  | { readonly failure: ProviderError }

/** Sends a call and records the outcome: delivered, refused for good, or failed for now. */
async function sendCall(
  { tenant, connector, delivery }: CallSender,
  call: CallRow,
  isGivenUp: boolean,
): Promise<Outcome> {
  const { id, idempotency_key: idempotencyKey, item_number: itemNumber, body, revision } = call
  const executionId = delivery.execution.id
  const headers = {
    'x-recto-delivery': id,
    'x-recto-document': call.document_key,
    'x-recto-revision': String(revision),
    'x-recto-execution': executionId,
    ...omitUndefined({ 'x-recto-item': itemNumber > 0 ? String(itemNumber) : undefined }),
  }
  const httpCall = { body: body ?? '', idempotencyKey, headers }
  const ref = { id, executionId }
  try {
    const status = await connector.send(httpCall, { signal: delivery.signal })
    await recordOutcome(tenant, ref, { state: 'DELIVERED', statusCode: status, error: null })
    return { status }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { status: statusCode = null, message, isRetryable } = error
    const state = isGivenUp || !isRetryable ? 'DEAD' : 'WAITING'
    await recordOutcome(tenant, ref, { state, statusCode, error: message })
    return isRetryable ? { failure: error } : { refusal: message }
  }
}

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const describeRefusals = (refusals: readonly string[], count: number): string =>
  count === 1
    ? `The file was processed, but its result could not be delivered. ${refusals[0]}`
    : `The file was processed, but ${refusals.length} of ${count} calls were refused. ${refusals[0]}`

const describeSuperseded = (name: string): string =>
  `A later run of the document sends its values to “${name}”, so this run does not.`

type SentCalls = {
  readonly waitingCalls: readonly { readonly idempotency_key: string }[]
  readonly callCount: number
  readonly statuses: ReadonlySet<number>
}

/** The evidence of a delivery: what was sent, what the receiver answered, and the key by which it can find the call. */
function describeSuccess(name: string, { waitingCalls, callCount, statuses }: SentCalls): string {
  if (callCount === 0) return `“${name}” got no call, because the list has no items.`
  const [call] = waitingCalls
  if (!call) return `“${name}” had accepted all calls before.`
  const answers = `It answered ${[...statuses].join(', ')}.`
  if (callCount > 1) return `Sent ${waitingCalls.length} calls to “${name}”. ${answers}`
  return `Sent to “${name}”. ${answers} Idempotency key: ${call.idempotency_key}.`
}
