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
