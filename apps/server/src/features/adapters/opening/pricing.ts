import type { Settings } from '@recto/provider-spec/provider'
import { getListPrice } from '../../../platform/model-prices.ts'

/** Prices of an adapter's calls. */
export type Pricing = {
  readonly service: string
  /**
   * Dollars per million tokens, if the adapter's settings give them; they take precedence over any
   * price list.
   */
  readonly input: number | undefined
  readonly output: number | undefined
  /** Price of the input that was read from a cache; absent where it costs as much as the other. */
  readonly cached: number | undefined
}

export type CallTokens = {
  readonly input: number
  readonly output: number
  readonly embedding: number
  /** The parts of the input that a service read from its cache, and wrote to it. */
  readonly cached?: number
  readonly cacheWrite?: number
}

type PricingOptions = {
  readonly model: string
  readonly tokens: CallTokens
}

export const serviceOf = (providerId: string): string => providerId.split('|', 1)[0] ?? ''

/**
 * Reads the prices from settings that no provider uses: they come from the installation's own
 * agreement with a service.
 */
export function pricingOf(providerId: string, settings: Settings): Pricing {
  const { input_price, output_price, cached_price } = settings
  return {
    service: serviceOf(providerId),
    input: positive(input_price),
    output: positive(output_price),
    cached: positive(cached_price),
  }
}

/** Parses a positive number that a form may send as text; `undefined` for anything else. */
export function positive(setting: unknown): number | undefined {
  if (setting === '' || !['number', 'string'].includes(typeof setting)) return undefined
  const value = Number(setting)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

const million = 1_000_000

export type CallPrice = {
  /** Amount in dollars; null when the price of the model is unknown, and then nothing is known to be saved. */
  readonly cost: number | null
  /** Says what the call would have cost more without the cache; negative if storing there cost more. */
  readonly savedByCache: number
  /** Says what it would have cost more to send the input with each of its questions. */
  readonly savedBySinglePass: number
  /** Says what it would have cost more outside a batch. */
  readonly savedByBatch: number
}

type CallToPrice = PricingOptions & {
  /** Number of questions that the call answers. */
  readonly questions: number
  /** The price in a batch, as a part of the usual one; absent outside of batches. */
  readonly batchFactor?: number | undefined
}

/** The price of a call of which nobody knows what it cost. */
export const unknownPrice: CallPrice = {
  cost: null,
  savedByCache: 0,
  savedBySinglePass: 0,
  savedByBatch: 0,
}

/** Prices a call, and says what would have been paid without what makes it cheaper. */
export async function priceCall(
  pricing: Pricing,
  { model, tokens, questions, batchFactor = 1 }: CallToPrice,
): Promise<CallPrice> {
  const cost = await computeCallCost(pricing, { model, tokens })
  if (cost === null) return unknownPrice
  const { cached: readTokens = 0, cacheWrite: writtenTokens = 0, ...plainTokens } = tokens
  const usesCache = readTokens + writtenTokens > 0
  const plainCost = usesCache
    ? await computeCallCost(pricing, { model, tokens: plainTokens })
    : null
  const inputCost =
    questions !== 1
      ? await computeCallCost(pricing, { model, tokens: { ...plainTokens, output: 0 } })
      : null
  return {
    cost: cost * batchFactor,
    savedByCache: ((plainCost ?? cost) - cost) * batchFactor,
    savedBySinglePass: (inputCost ?? 0) * (questions - 1) * batchFactor,
    savedByBatch: cost * (1 - batchFactor),
  }
}

/** Returns the cost in dollars; null when the price of the model is unknown. */
export async function computeCallCost(
  { service, input, output, cached: cachedTokenPrice }: Pricing,
  { model, tokens }: PricingOptions,
): Promise<number | null> {
  if (input === undefined && output === undefined) {
    return (await getListPrice({ model, service }, tokens)) ?? null
  }
  const cachedTokens = tokens.cached ?? 0
  const read = tokens.input - cachedTokens + tokens.embedding
  const cachedPrice = cachedTokens * (cachedTokenPrice ?? input ?? 0)
  return (read * (input ?? 0) + cachedPrice + tokens.output * (output ?? 0)) / million
}
