import type { LlmRequest } from '@recto/provider-spec/llm'
import { computeCallCost, type OpenedEmbedding, type OpenedLlm } from '../adapters/adapters.port.ts'

/** Services add so many tokens to a request at most, such as the marks of roles and the words about a schema. */
const addedTokens = 1000
/** Services add so many tokens to each text that is embedded. */
const addedToText = 16

/** A token has at least one byte of the text, so that a text has no more tokens than bytes. */
const countBytes = (text: string) => Buffer.byteLength(text)

/**
 * Returns what one call costs at most, in dollars: as if each byte were a token, and the reply as long as it may become. `undefined` if
 * that has no limit, or the price is not known.
 */
export async function boundLlmCost(
  { pricing, connection, sight }: Pick<OpenedLlm, 'pricing' | 'connection' | 'sight'>,
  request: Pick<LlmRequest, 'system' | 'prompt' | 'schema' | 'images' | 'maxTokens'>,
): Promise<number | undefined> {
  const { outputLimit, model } = connection
  const limits = [request.maxTokens, outputLimit?.tokens].filter(isPositive)
  if (!outputLimit || limits.length === 0) return undefined
  const imageTokens = (request.images ?? []).map((image) => sight?.countTokens(image))
  if (imageTokens.includes(undefined)) return undefined
  const { system = '', prompt, schema } = request
  // A schema may be sent as such, and in words to a service that refuses it.
  const schemaBytes = schema ? 2 * countBytes(JSON.stringify(schema.json)) : 0
  const input =
    countBytes(system) +
    countBytes(prompt) +
    schemaBytes +
    addedTokens +
    imageTokens.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const output = Math.min(...limits) + (outputLimit.thinkingTokens ?? 0)
  const tokens = { input, output, embedding: 0 }
  const costs = [
    await computeCallCost(pricing, { model, tokens }),
    // Some services take more for what they store in their cache.
    await computeCallCost(pricing, { model, tokens: { ...tokens, cacheWrite: input } }),
  ].filter((cost) => cost !== null)
  return costs.length === 0 ? undefined : Math.max(...costs)
}

const isPositive = (limit: number | undefined): limit is number => limit !== undefined && limit > 0

/** Returns what it costs at most to embed the texts, in dollars; `undefined` if the price is not known. */
export async function boundEmbeddingCost(
  { pricing, embedding: { model } }: Pick<OpenedEmbedding, 'pricing' | 'embedding'>,
  texts: readonly string[],
): Promise<number | undefined> {
  const embedding = texts.reduce((sum, text) => sum + countBytes(text) + addedToText, 0)
  const tokens = { input: 0, output: 0, embedding }
  return (await computeCallCost(pricing, { model, tokens })) ?? undefined
}
