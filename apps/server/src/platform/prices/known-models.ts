/**
 * What well-known models cost and hold, from a list that comes with the product: nothing is asked over the
 * network. It is large, so it is loaded when it is first needed.
 */

/** A model as an adapter names it. */
export type NamedModel = {
  readonly model: string
  /** The first part of the provider's id, such as `anthropic`. */
  readonly service: string
}

type Used = { readonly input: number; readonly output: number; readonly embedding: number }

/** In dollars; undefined for a model that the list does not know. */
export async function listPriceOf(
  { model, service }: NamedModel,
  { input, output, embedding }: Used,
): Promise<number | undefined> {
  const { calcPrice } = await import('@pydantic/genai-prices')
  const usage = { input_tokens: input + embedding, output_tokens: output }
  return calcPrice(usage, model, asListed(service))?.total_price
}

/** In tokens; undefined where the list does not say. */
export async function listedWindowOf({ model, service }: NamedModel): Promise<number | undefined> {
  const { calcPrice } = await import('@pydantic/genai-prices')
  const found = calcPrice({ input_tokens: 0, output_tokens: 0 }, model, asListed(service))
  return found?.model.context_window
}

/** Services that the list has under our own name; models of any other are looked for by their maker. */
const listed: ReadonlySet<string> = new Set(['anthropic', 'openai'])

const asListed = (service: string) => (listed.has(service) ? { providerId: service } : {})
