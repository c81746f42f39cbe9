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
}

type PricingOptions = {
  readonly model: string
  readonly tokens: { readonly input: number; readonly output: number; readonly embedding: number }
}

export const serviceOf = (providerId: string): string => providerId.split('|', 1)[0] ?? ''

/**
 * Reads the prices from settings that no provider uses: they come from the installation's own
 * agreement with a service.
 */
export function pricingOf(providerId: string, settings: Settings): Pricing {
  const { input_price, output_price } = settings
  return {
    service: serviceOf(providerId),
    input: positive(input_price),
    output: positive(output_price),
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
  { service, input, output }: Pricing,
  { model, tokens }: PricingOptions,
): Promise<number | null> {
  if (input === undefined && output === undefined) {
    return (await getListPrice({ model, service }, tokens)) ?? null
  }
  const read = tokens.input + tokens.embedding
  return (read * (input ?? 0) + tokens.output * (output ?? 0)) / million
}
