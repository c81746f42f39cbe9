import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type { EmbeddingReply } from '@recto/provider-spec/embedding'
import type { Tenant } from '../../platform/db/database.ts'
import { timeReceipt } from '../../platform/outbound/time-receipt.ts'
import { withSpan } from '../../platform/tracing/spans.ts'
import { computeCallCost, type OpenedEmbedding } from '../adapters/adapters.port.ts'
import { assertWithinBudget } from '../usage/usage.port.ts'
import { boundEmbeddingCost } from './bound-call-cost.ts'
import { type CallContext, releaseCpuWhile, toCallKey } from './call-context.ts'
import { callOnce } from './call-once.ts'
import { deleteCalls, findReply } from './model-calls.store.ts'
import { recordCall } from './record-call.ts'
import { getStepName } from './recorded-calls.ts'
import { makeReserved } from './reserve-call.ts'
import { retryCall } from './retry-call.ts'

type EmbedTextsRequest = {
  readonly adapter: OpenedEmbedding
  readonly texts: readonly string[]
  /** The step that this is called in; a step may do more than embed. */
  readonly step: string
}

type Vectors = readonly (readonly number[])[]

/**
 * Returns one vector per text. Each call has a key, and its reply is stored under it unless
 * embedding is free, so that none is paid twice. Texts for an external adapter are masked. Throws
 * `ProviderError`.
 */
export async function embedTexts(
  tenant: Tenant,
  context: CallContext,
  request: EmbedTextsRequest,
): Promise<Vectors> {
  const vectors: (readonly number[])[] = []
  const { masking } = context
  const isMasked = request.adapter.isExternal && masking
  const texts = isMasked ? await masking.redact(request.texts) : request.texts
  for (const call of splitIntoCalls(context, { ...request, texts }))
    vectors.push(...(await embed(tenant, context, call)))
  return vectors
}

/**
 * Deletes the replies once their vectors are stored elsewhere: they take as much space as the
 * document itself.
 */
export async function deleteEmbeddingReplies(
  tenant: Tenant,
  context: CallContext,
  request: EmbedTextsRequest,
): Promise<void> {
  if (request.adapter.embedding.isFree) return
  await deleteCalls(
    tenant,
    splitIntoCalls(context, request).map(({ callKey }) => callKey),
  )
}

type EmbeddingCall = Omit<EmbedTextsRequest, 'step'> & { readonly callKey: string }

function splitIntoCalls(
  context: CallContext,
  { adapter, texts, step }: EmbedTextsRequest,
): readonly EmbeddingCall[] {
  const { isFree, maxTextsPerCall } = adapter.embedding
  const size = isFree ? texts.length : (maxTextsPerCall ?? texts.length)
  const key = toCallKey(context, step)
  const calls: EmbeddingCall[] = []
  for (let start = 0; start < texts.length; start += size) {
    const callKey = start === 0 ? key : `${key}/${start}`
    calls.push({ adapter, texts: texts.slice(start, start + size), callKey })
  }
  return calls
}

type StoredReply = { readonly vectors: readonly string[] }

async function embed(tenant: Tenant, context: CallContext, call: EmbeddingCall): Promise<Vectors> {
  const pay = async () => {
    const { vectors, pendingWrite } = await callProvider(tenant, context, call)
    await pendingWrite
    return vectors
  }
  if (call.adapter.embedding.isFree) return pay()
  return callOnce(tenant, context, {
    callKey: call.callKey,
    async findStored() {
      const reply = await findReply<StoredReply>(tenant, call.callKey)
      return reply?.vectors.map(decodeVector)
    },
    call: pay,
  })
}

async function callProvider(tenant: Tenant, context: CallContext, call: EmbeddingCall) {
  const { adapter, texts } = call
  const { embedding } = adapter
  const retriedCall = {
    step: getStepName(call),
    adapterName: adapter.name,
    maxRetries: embedding.maxRetries,
  }
  const attempt = async () => {
    if (!embedding.isFree) await assertWithinBudget(tenant)
    const start = performance.now()
    const attributes = { 'gen_ai.request.model': embedding.model, 'recto.texts': texts.length }
    const { result, reservedCall } = await makeReserved(
      embedding.isFree ? omitUndefined({ assertLeaseHeld: context.assertLeaseHeld }) : context,
      { adapterName: adapter.name, boundDollars: () => boundEmbeddingCost(adapter, texts) },
      () => timeReceipt(() => withSpan('embed', attributes, () => embedding.embed(texts))),
    )
    const { value: reply, receivedAt } = result
    const seconds = (performance.now() - start) / 1000
    // Here, and not by whoever awaits the vectors: a run of a batch waits for its turn on the CPU first.
    const storedReply = storeReply(tenant, context, { ...call, reply, seconds, receivedAt })
    const pendingWrite = reservedCall
      ? storedReply.then(async () => reservedCall.end(await computeCost(adapter, reply)))
      : storedReply
    pendingWrite.catch(() => {})
    return { vectors: reply.vectors, pendingWrite }
  }
  const limitedAttempt = () => adapter.limitCall(attempt, { isBackground: context.isBackground })
  return releaseCpuWhile(context, () => retryCall(context, retriedCall, limitedAttempt))
}

const computeCost = (
  { pricing, embedding: { model } }: OpenedEmbedding,
  { usage: { tokens: embedding } }: EmbeddingReply,
): Promise<number | null> =>
  computeCallCost(pricing, { model, tokens: { input: 0, output: 0, embedding } })

type AnsweredCall = EmbeddingCall & {
  readonly reply: EmbeddingReply
  readonly seconds: number
  readonly receivedAt: number
}

async function storeReply(
  tenant: Tenant,
  context: CallContext,
  { adapter, texts, callKey, reply, seconds, receivedAt }: AnsweredCall,
): Promise<void> {
  const { isFree, model } = adapter.embedding
  const exchange = isFree
    ? undefined
    : { request: summarize(texts), reply: { vectors: reply.vectors.map(encodeVector) } }
  await recordCall(tenant, context, {
    callKey,
    adapterId: adapter.id,
    pricing: adapter.pricing,
    reason: null,
    model,
    seconds,
    tokens: { input: 0, output: 0, embedding: reply.usage.tokens },
    receivedAt,
    ...omitUndefined({ exchange }),
  })
}

/** The texts belong to the document and are stored with it. */
const summarize = (texts: readonly string[]) => ({
  texts: texts.length,
  digest: createHash('sha256').update(JSON.stringify(texts)).digest('hex'),
})

/** Four bytes per number, like vector stores keep them. */
const encodeVector = (vector: readonly number[]) =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64')

function decodeVector(text: string): readonly number[] {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return [...new Float32Array(bytes.buffer)]
}
