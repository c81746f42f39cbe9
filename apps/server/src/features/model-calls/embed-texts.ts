import { createHash } from 'node:crypto'
import type { EmbeddingReply } from '@recto/provider-spec/embedding'
import type { Tenant } from '../../platform/db/database.ts'
import { traced } from '../../platform/tracing/traced.ts'
import type { OpenedEmbedding } from '../adapters/adapters.port.ts'
import { assertWithinBudget } from '../usage/usage.port.ts'
import { type CallContext, callKeyOf, waitOutside } from './call-context.ts'
import { deleteCalls, findReply } from './model-calls.store.ts'
import { payOnce } from './pay-once.ts'
import { recordCall } from './record-call.ts'
import { retryCall } from './retry-call.ts'

type Input = {
  readonly opened: OpenedEmbedding
  readonly texts: readonly string[]
  /** The step that it is called in: a step may do more than to embed. */
  readonly step: string
}

type Vectors = readonly (readonly number[])[]

/**
 * Returns one vector per text. Each call that this takes is known by a key, and its reply is stored under
 * it unless embedding is free, so that none is paid twice. An adapter that is outside is given masked texts. Throws `ProviderError`.
 */
export async function embedTexts(
  tenant: Tenant,
  context: CallContext,
  input: Input,
): Promise<Vectors> {
  const vectors: (readonly number[])[] = []
  const { masking } = context
  const isMasked = input.opened.isOutside && masking
  const texts = isMasked ? await masking.hide(input.texts) : input.texts
  for (const call of callsOf(context, { ...input, texts }))
    vectors.push(...(await embed(tenant, context, call)))
  return vectors
}

/** Removes the replies once their vectors are kept elsewhere: those of a document are as long as itself. */
export async function forgetEmbedding(
  tenant: Tenant,
  context: CallContext,
  input: Input,
): Promise<void> {
  if (input.opened.embedding.isFree) return
  await deleteCalls(
    tenant,
    callsOf(context, input).map(({ callKey }) => callKey),
  )
}

type Call = Omit<Input, 'step'> & { readonly callKey: string }

function callsOf(context: CallContext, { opened, texts, step }: Input): readonly Call[] {
  const { isFree, maxTextsPerCall } = opened.embedding
  const size = isFree ? texts.length : (maxTextsPerCall ?? texts.length)
  const key = callKeyOf(context, step)
  const calls: Call[] = []
  for (let start = 0; start < texts.length; start += size) {
    const callKey = start === 0 ? key : `${key}/${start}`
    calls.push({ opened, texts: texts.slice(start, start + size), callKey })
  }
  return calls
}

type StoredReply = { readonly vectors: readonly string[] }

async function embed(tenant: Tenant, context: CallContext, call: Call): Promise<Vectors> {
  const pay = async () => {
    const { vectors, ...made } = await makeCall(tenant, context, call)
    const { isFree, model } = call.opened.embedding
    const stored: StoredReply = { vectors: vectors.map(packed) }
    await recordCall(tenant, context, {
      ...{ callKey: call.callKey, adapterId: call.opened.id, pricing: call.opened.pricing },
      ...{ reason: null, model, ...made },
      ...(!isFree && { kept: { request: summaryOf(call.texts), reply: stored } }),
    })
    return vectors
  }
  if (call.opened.embedding.isFree) return pay()
  return payOnce(tenant, context, {
    callKey: call.callKey,
    async find() {
      const reply = await findReply<StoredReply>(tenant, call.callKey)
      return reply?.vectors.map(unpacked)
    },
    pay,
  })
}

async function makeCall(tenant: Tenant, context: CallContext, { opened, texts }: Call) {
  const { embedding } = opened
  const { maxRetries } = embedding
  const once = async () => {
    await context.confirm?.()
    if (!embedding.isFree) await assertWithinBudget(tenant)
    const start = performance.now()
    const asked = { 'gen_ai.request.model': embedding.model, 'recto.texts': texts.length }
    const reply: EmbeddingReply = await traced('embed', asked, () => embedding.embed(texts))
    return { ...reply, seconds: (performance.now() - start) / 1000 }
  }
  const inTurn = () => opened.inTurn(once, context)
  const made = await waitOutside(context, () => retryCall(context, { maxRetries }, inTurn))
  const { vectors, usage, seconds } = made
  return { vectors, seconds, tokens: { input: 0, output: 0, embedding: usage.tokens } }
}

/** The texts themselves are the document's, and are kept with it. */
const summaryOf = (texts: readonly string[]) => ({
  texts: texts.length,
  digest: createHash('sha256').update(JSON.stringify(texts)).digest('hex'),
})

/** As the stores of vectors keep them: four bytes for a number. */
const packed = (vector: readonly number[]) =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64')

function unpacked(text: string): readonly number[] {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return [...new Float32Array(bytes.buffer)]
}
