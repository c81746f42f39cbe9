/**
 * Prices and context sizes of well-known models, from a list that ships with the product, without
 * network access. The list is large, so it is loaded on first use.
 */

import { omitUndefined } from '@recto/omit-undefined'

/** A model, as an adapter names it. */
export type NamedModel = {
  readonly model: string
  /** The first part of the provider's id, such as `anthropic`. */
  readonly service: string
}

type TokenUsage = {
  readonly input: number
  readonly output: number
  readonly embedding: number
  readonly cached?: number
  readonly cacheWrite?: number
}

/** The price in dollars; undefined for a model that is not in the list. */
export async function getListPrice(
  model: NamedModel,
  { input, output, embedding, cached: readTokens = 0, cacheWrite: writeTokens = 0 }: TokenUsage,
): Promise<number | undefined> {
  // The list counts what is in the cache as part of the input.
  const usage = {
    input_tokens: input + embedding,
    output_tokens: output,
    ...omitUndefined({
      cache_read_tokens: readTokens > 0 ? readTokens : undefined,
      cache_write_tokens: writeTokens > 0 ? writeTokens : undefined,
    }),
  }
  return (await calculate(model, usage))?.total_price
}

/** The context window in tokens; undefined if it is not in the list. */
export async function getContextWindow(model: NamedModel): Promise<number | undefined> {
  const price = await calculate(model, { input_tokens: 0, output_tokens: 0 })
  return price?.model.context_window
}

const maxSuggestions = 200
const embeddingName = /embed/i

const otherPurposes =
  /audio|image|tts|transcribe|whisper|realtime|moderation|dall|sonic|^ft:|:extended/i

/** Ids of services in the list; models of other services are looked up by their maker. */
const providerIdByService: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  azureopenai: 'azure',
  bedrock: 'aws',
  gemini: 'google',
  minimax: 'minimax',
  mistral: 'mistral',
  openai: 'openai',
  openrouter: 'openrouter',
  vertexai: 'google',
}

/** The list puts several services under one id; these patterns tell their models apart. */
const modelPatternByService: Readonly<Record<string, RegExp>> = {
  gemini: /^gemini/,
  vertexai: /^gemini|^text-/,
}

/**
 * Names of a service's models to suggest. Other names also work: the list is only as new as the
 * product.
 */
export async function suggestModelNames(
  service: string,
  purpose: 'llm' | 'embedding',
): Promise<readonly string[]> {
  const providerId = providerIdByService[service]
  if (providerId === undefined) return []
  const { findProvider } = await import('@pydantic/genai-prices')
  const models = findProvider({ providerId })?.models ?? []
  const namePattern = modelPatternByService[service] ?? /^/
  const names = models
    .filter(({ id, deprecated: isDeprecated }) => !isDeprecated && namePattern.test(id))
    .filter(({ id }) => embeddingName.test(id) === (purpose === 'embedding'))
    .filter(({ context_window }) => purpose === 'embedding' || context_window !== undefined)
    .map(({ id }) => id)
  return names.filter((name) => !otherPurposes.test(name)).slice(0, maxSuggestions)
}

async function calculate(
  { model, service }: NamedModel,
  usage: {
    readonly input_tokens: number
    readonly output_tokens: number
    readonly cache_read_tokens?: number
    readonly cache_write_tokens?: number
  },
) {
  const { calcPrice } = await import('@pydantic/genai-prices')
  const providerId = providerIdByService[service]
  // Falls back to the maker of the model.
  const servicePrice = providerId === undefined ? null : calcPrice(usage, model, { providerId })
  return servicePrice ?? calcPrice(usage, model)
}
