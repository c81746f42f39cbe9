import { omitUndefined } from '@recto/omit-undefined'
import type { ImageOfPage, LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { timeReceipt } from '../../platform/outbound/time-receipt.ts'
import { withSpan } from '../../platform/tracing/spans.ts'
import { computeCallCost, explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import { assertWithinBudget } from '../usage/usage.port.ts'
import { putOffCall } from './batches/put-off-call.ts'
import { boundLlmCost } from './bound-call-cost.ts'
import { type CallContext, releaseCpuWhile, toCallKey } from './call-context.ts'
import { callOnce } from './call-once.ts'
import { maskRequest } from './masking/mask-request.ts'
import { findReply, findReplyToRequest, type PaidReply } from './model-calls.store.ts'
import type { StoredImage } from './present-sent-texts.ts'
import { recordCall, toCallTokens } from './record-call.ts'
import { makeReserved } from './reserve-call.ts'
import { retryCall } from './retry-call.ts'
import { type StartedCallTracker, trackStartedCall } from './track-started-call.ts'

type ModelCallRequest = {
  readonly adapter: OpenedLlm
  readonly request: LlmRequest
  /** Name of the step; unique within the run. */
  readonly step: string
  readonly reason: 'extraction' | 'challenge' | 'summarize'
  /** Number of questions that the call answers; 1 unless stated. */
  readonly questionCount?: number | undefined
  /** Whether the question was counted with an earlier call, of which this reads another part or doubts the answer. */
  readonly isFollowUp?: boolean | undefined
  /** Whether the reply is text for people rather than a value. */
  readonly isProse?: boolean
  /**
   * Receives the pending write of the reply, so that the caller can continue and await it later.
   * Without it, or when another process may be waiting for this reply, the reply is stored before
   * the call returns.
   */
  readonly onPersist?: (pendingWrite: Promise<void>) => void
}

/**
 * Calls a model; all model calls of the product go through here, each as a step. The reply is
 * stored with its tokens and duration as soon as it arrives. Requests to external adapters are
 * masked and their replies unmasked here and nowhere else. Throws the provider's failure as an
 * error for the caller.
 */
export async function callModel(
  tenant: Tenant,
  context: CallContext,
  modelCall: ModelCallRequest,
): Promise<LlmReply> {
  const { request, unmask } = await maskRequest(context, modelCall)
  const callKey = toCallKey(context, modelCall.step)
  const maskedCall = { ...modelCall, request, callKey }
  let paidKey = callKey
  const makeCall = () =>
    callOnce(tenant, context, {
      callKey,
      findStored: () => findReply<LlmReply>(tenant, callKey),
      async call(isLocked) {
        // Throws if the call waits in a batch: the run ends, and continues when the reply is there.
        const reusableReply = await findReusableReply(tenant, context, maskedCall)
        paidKey = reusableReply?.callKey ?? callKey
        const earlierReply =
          reusableReply?.reply ?? (await putOffUnlessImages(tenant, context, maskedCall))
        if (earlierReply) return earlierReply
        context.onCall?.({ step: modelCall.step })
        const { reply, pendingWrite } = await callProvider(tenant, context, maskedCall)
        if (isLocked || !modelCall.onPersist) await pendingWrite
        else modelCall.onPersist(pendingWrite)
        return reply
      },
    })
  try {
    // The step stores the masked reply; it is unmasked after the step.
    const reply = unmask(await context.step(modelCall.step, makeCall, { isRepeatable: true }))
    context.onReply?.({ callKey, paidKey })
    // The reply is paid and stored, so that a repeated run fails alike without another call.
    assertAnswered(reply)
    return reply
  } catch (error) {
    // Explained outside the step, which must see whether the original failure can be retried.
    throw explainProviderError(explainImages(error, request), modelCall.adapter.name)
  }
}

/** A request with images is sent at once: its body is too large to be stored until a batch is sent. */
async function putOffUnlessImages(
  tenant: Tenant,
  context: CallContext,
  maskedCall: MaskedModelCall,
): Promise<LlmReply | undefined> {
  if (maskedCall.request.images) return undefined
  const storedRequest = toStoredRequest(maskedCall)
  return putOffCall(tenant, context, { ...maskedCall, storedRequest })
}

/** Says of a refused request that it had images, because models refuse them in many words. */
function explainImages(error: unknown, { images = [] }: LlmRequest): unknown {
  if (!(error instanceof ProviderError) || error.code !== 'refused' || images.length === 0)
    return error
  const { code, status, retryAfterSeconds } = error
  const message = `${error.message} The request had ${describeCount(images.length)}. If the model does not accept images, let it see text alone; if the request was too large, show fewer pages.`
  return new ProviderError({ code, message, ...omitUndefined({ status, retryAfterSeconds }) })
}

const describeCount = (count: number) => `${count} ${count === 1 ? 'image' : 'images'} of pages`

/** Throws for a reply that consists of reasoning, which is never a value. */
function assertAnswered({ text, reasoningText = '', stoppedBy, usage }: LlmReply): void {
  const hasReasoned = reasoningText.trim() !== '' || (usage.reasoningTokens ?? 0) > 0
  if (text.trim() !== '' || !hasReasoned) return
  const message =
    stoppedBy === 'length'
      ? 'The model used its whole output limit to reason, and did not answer. Raise “Maximum Output Tokens”, or let the model reason less.'
      : 'The model returned its reasoning, but no answer.'
  throw new ProviderError({ code: 'reply-unreadable', message })
}

/**
 * Finds the reply of the same model to the same request for the same document, which then costs
 * nothing.
 */
async function findReusableReply(
  tenant: Tenant,
  { reusesReplies, reusedKeyPrefix, documentHash }: CallContext,
  { adapter, request }: ModelCallRequest,
): Promise<PaidReply<LlmReply> | undefined> {
  if (!reusesReplies || documentHash === undefined) return undefined
  return findReplyToRequest<LlmReply>(tenant, {
    documentHash,
    callKeyPrefix: reusedKeyPrefix,
    adapterId: adapter.id,
    since: adapter.changedAt,
    request: toStoredRequest({ adapter, request }),
  })
}

/** The request exactly as it was sent, without its callbacks. */
function toStoredRequest({ adapter, request }: Pick<ModelCallRequest, 'adapter' | 'request'>) {
  const { signal: _, onText: __, job: ___, cacheKey: ____, ...rest } = request
  const { sharedLength: _____, images, ...storedRequest } = rest
  return {
    ...storedRequest,
    ...omitUndefined({
      images: images?.map(toStoredImage),
      isOutside: adapter.isExternal || undefined,
    }),
  }
}

/** The image itself is drawn again from the document where somebody looks at it. */
const toStoredImage = ({ bytes, ...image }: ImageOfPage): StoredImage => ({
  ...image,
  size: bytes.length,
})

type MaskedModelCall = ModelCallRequest & { readonly callKey: string }

type AnsweredCall = {
  readonly reply: LlmReply
  /** Ends when the reply is stored. */
  readonly pendingWrite: Promise<void>
}

async function callProvider(
  tenant: Tenant,
  context: CallContext,
  maskedCall: MaskedModelCall,
): Promise<AnsweredCall> {
  const { adapter } = maskedCall
  if (!adapter.connection.complete) throw badRequest(`“${adapter.name}” cannot answer prompts.`)
  const startedCall = await trackStartedCall(tenant, context, maskedCall)
  const attempt = async () => {
    // A call that the service has started is already paid, so the budget is not checked.
    if (startedCall?.job.earlierId === undefined) await assertWithinBudget(tenant)
    const boundDollars = () => boundLlmCost(adapter, maskedCall.request)
    const { result: completedCall, reservedCall } = await makeReserved(
      context,
      { adapterName: adapter.name, boundDollars },
      () => complete(context, maskedCall, startedCall),
    )
    // Here, and not by whoever awaits the reply: a run of a batch waits for its turn on the CPU first.
    const storedCall = storeCall(tenant, context, completedCall)
    const pendingWrite = reservedCall
      ? storedCall.then(async () => reservedCall.end(await computeCost(completedCall)))
      : storedCall
    if (startedCall) pendingWrite.then(startedCall.discard, () => {})
    // The caller awaits it too, but only when it has its turn.
    pendingWrite.catch(() => {})
    return { reply: completedCall.reply, pendingWrite }
  }
  const retriedCall = {
    step: maskedCall.step,
    adapterName: adapter.name,
    maxRetries: adapter.connection.maxRetries,
  }
  const limitedAttempt = () => adapter.limitCall(attempt, { isBackground: context.isBackground })
  try {
    return await releaseCpuWhile(context, () => retryCall(context, retriedCall, limitedAttempt))
  } catch (error) {
    // If this process has to leave the run, the one that continues it fetches the reply.
    const isNeeded = !context.cancelSignal?.aborted && !(error instanceof ProviderError)
    if (!isNeeded) await startedCall?.cancel()
    throw error
  }
}

/** Returns what a call has cost; null if nobody knows that. */
async function computeCost({ adapter, reply }: CompletedModelCall): Promise<number | null> {
  const { model, usage } = reply
  if (usage.isUnknown) return null
  return computeCallCost(adapter.pricing, { model, tokens: toCallTokens(usage) })
}

type CompletedModelCall = MaskedModelCall & {
  readonly reply: LlmReply
  readonly seconds: number
  readonly receivedAt: number
  readonly hasJob: boolean
}

/** Makes one attempt. */
async function complete(
  { cancelSignal: signal }: CallContext,
  maskedCall: MaskedModelCall,
  startedCall: StartedCallTracker | undefined,
): Promise<CompletedModelCall> {
  const { adapter, callKey: idempotencyKey } = maskedCall
  // Without a job, a call that was cancelled is paid for all the same, so its reply is stored.
  const jobOptions = startedCall && omitUndefined({ job: startedCall.job, signal })
  const request = { ...maskedCall.request, idempotencyKey, ...jobOptions }
  const attributes = {
    'gen_ai.request.model': adapter.connection.model ?? '',
    'recto.step': maskedCall.step,
  }
  const start = performance.now()
  const { value: reply, receivedAt } = await timeReceipt(() =>
    withSpan('call model', attributes, async (addAttributes) => {
      const reply = await adapter.connection.complete!(request)
      addAttributes({
        'gen_ai.response.model': reply.model,
        'gen_ai.usage.input_tokens': reply.usage.inputTokens,
        'gen_ai.usage.output_tokens': reply.usage.outputTokens,
      })
      return reply
    }),
  )
  const seconds = (performance.now() - start) / 1000
  const hasJob = startedCall?.job.earlierId !== undefined
  return { ...maskedCall, reply, seconds, receivedAt, hasJob }
}

function storeCall(
  tenant: Tenant,
  context: CallContext,
  completedCall: CompletedModelCall,
): Promise<void> {
  const { adapter, request, callKey, reason, reply, seconds, receivedAt, hasJob } = completedCall
  const { isUnknown, reasoningTokens = 0 } = reply.usage
  const { questionCount: questions = 1, isFollowUp = false } = completedCall
  return recordCall(tenant, context, {
    callKey,
    adapterId: adapter.id,
    pricing: adapter.pricing,
    seconds,
    model: reply.model,
    reason,
    tokens: toCallTokens(reply.usage),
    reasoningTokens,
    questions,
    isFollowUp,
    isUsageUnknown: isUnknown ?? false,
    exchange: { request: toStoredRequest({ adapter, request }), reply },
    receivedAt,
    hasJob,
  })
}
