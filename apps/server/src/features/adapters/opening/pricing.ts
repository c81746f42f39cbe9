import type { Settings } from '@recto/provider-spec/provider'
import { listPriceOf } from '../../../platform/prices/known-models.ts'

/** What calls of an adapter cost. */
export type Pricing = {
  readonly service: string
  /** Dollars for a million tokens, where the adapter's settings say so; they come before any list. */
  readonly input: number | undefined
  readonly output: number | undefined
}

type Used = {
  readonly model: string
  readonly tokens: { readonly input: number; readonly output: number; readonly embedding: number }
}

export const serviceOf = (providerId: string): string => providerId.split('|', 1)[0] ?? ''

/** Settings that no provider reads: they are the installation's own agreement with a service. */
export function pricingOf(providerId: string, settings: Settings): Pricing {
  const { input_price, output_price } = settings
  return {
    service: serviceOf(providerId),
    input: positive(input_price),
    output: positive(output_price),
  }
}

/** Of a setting that a form may send as a text; undefined for anything that is no such number. */
export function positive(setting: unknown): number | undefined {
  if (setting === '' || !['number', 'string'].includes(typeof setting)) return undefined
  const value = Number(setting)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

const million = 1_000_000

/** In dollars; null for a model whose price nobody knows. */
export async function costOf(
  { service, input, output }: Pricing,
  { model, tokens }: Used,
): Promise<number | null> {
  if (input === undefined && output === undefined) {
    return (await listPriceOf({ model, service }, tokens)) ?? null
  }
  const read = tokens.input + tokens.embedding
  return (read * (input ?? 0) + tokens.output * (output ?? 0)) / million
}
