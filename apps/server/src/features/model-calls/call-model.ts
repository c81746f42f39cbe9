import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { badRequest } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { traced } from '../../platform/tracing/traced.ts'
import { explainProviderError, type OpenedLlm } from '../adapters/adapters.port.ts'
import { assertWithinBudget } from '../usage/usage.port.ts'
import { type CallContext, callKeyOf, waitOutside } from './call-context.ts'
import { maskRequest } from './masking/mask-request.ts'
import { findReply, findReplyTo } from './model-calls.store.ts'
import { payOnce } from './pay-once.ts'
import { recordCall } from './record-call.ts'
import { retryCall } from './retry-call.ts'

type Input = {
  readonly opened: OpenedLlm
  readonly request: LlmRequest
  /** Its name as a step; unique in the run. */
  readonly step: string
  readonly reason: 'extraction' | 'challenge' | 'summarize'
  /** The reply is for people and no value. */
  readonly isProse?: boolean
  /**
   * Is given the storing of the reply, to wait for it later, when nobody else can wait for the reply;
   * without it the reply is stored when the call returns.
   */
  readonly onStoring?: (storing: Promise<void>) => void
}

/**
 * The one place where a model is called, as a step of its own. Its reply is stored with its tokens
 * and its time the moment it arrives. What goes to an adapter that is outside is masked, and what comes back is
 * unmasked, here and nowhere else. Throws what the provider's failure means to the caller.
 */
export async function callModel(
  tenant: Tenant,
  context: CallContext,
  input: Input,
): Promise<LlmReply> {
  const { request, unmask } = await maskRequest(context, input)
  try {
    // What a step keeps is what has left and come back; the values are put back behind it.
    const call = () => callOnce(tenant, context, { ...input, request })
    return unmask(await context.step(input.step, call, { isRepeatable: true }))
  } catch (error) {
    // Explained outside of the step, which must see whether the failure is one to try again.
    throw explainProviderError(error, input.opened.name)
  }
}

/** Returns the stored reply of a call that was made before under the same key. */
function callOnce(tenant: Tenant, context: CallContext, input: Input): Promise<LlmReply> {
  const callKey = callKeyOf(context, input.step)
  return payOnce(tenant, context, {
    callKey,
    find: () => findReply<LlmReply>(tenant, callKey),
    async pay(isClaimed) {
      const before = await findBefore(tenant, context, input)
      if (before) return before
      context.onCall?.({ step: input.step })
      const made = await call(tenant, context, { ...input, callKey })
      const storing = store(tenant, context, made)
      if (isClaimed || !input.onStoring) await storing
      else input.onStoring(storing)
      return made.reply
    },
  })
}

/** What the same model has replied to the same request of the same document; what it has cost then, it does not cost again. */
async function findBefore(
  tenant: Tenant,
  { reusesReplies, documentHash }: CallContext,
  { opened, request }: Input,
): Promise<LlmReply | undefined> {
  if (!reusesReplies || documentHash === undefined) return undefined
  const of = { documentHash, adapterId: opened.id, since: opened.changedAt }
  return findReplyTo<LlmReply>(tenant, { ...of, request: keptRequest({ opened, request }) })
}

/** What has left, as it has left. */
function keptRequest({ opened, request }: Pick<Input, 'opened' | 'request'>) {
  const { signal: _, onText: __, ...asked } = request
  return { ...asked, ...(opened.isOutside && { isOutside: true }) }
}

async function call(
  tenant: Tenant,
  context: CallContext,
  input: Input & { readonly callKey: string },
): Promise<Made> {
  const { opened, request, callKey: idempotencyKey } = input
  const { complete, maxRetries } = opened.llm
  if (!complete) throw badRequest(`“${opened.name}” cannot complete a prompt.`)
  const call = async () => {
    await context.confirm?.()
    await assertWithinBudget(tenant)
    const start = performance.now()
    const asked = { 'gen_ai.request.model': opened.llm.model ?? '', 'recto.step': input.step }
    const reply = await traced('call model', asked, async (note) => {
      const reply = await complete({ ...request, idempotencyKey })
      note({
        'gen_ai.response.model': reply.model,
        'gen_ai.usage.input_tokens': reply.usage.inputTokens,
        'gen_ai.usage.output_tokens': reply.usage.outputTokens,
      })
      return reply
    })
    return { reply, seconds: (performance.now() - start) / 1000 }
  }
  const inTurn = () => opened.inTurn(call, context)
  const made = await waitOutside(context, () => retryCall(context, { maxRetries }, inTurn))
  return { ...input, ...made }
}

type Made = Input & {
  readonly callKey: string
  readonly reply: LlmReply
  readonly seconds: number
}

function store(
  tenant: Tenant,
  context: CallContext,
  { opened, request, callKey, reason, reply, seconds }: Made,
): Promise<void> {
  const { inputTokens: input, outputTokens: output } = reply.usage
  return recordCall(tenant, context, {
    ...{ callKey, adapterId: opened.id, pricing: opened.pricing, seconds },
    ...{ model: reply.model, reason },
    tokens: { input, output, embedding: 0 },
    kept: { request: keptRequest({ opened, request }), reply },
  })
}
