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
  named: NamedModel,
  { input, output, embedding }: Used,
): Promise<number | undefined> {
  const usage = { input_tokens: input + embedding, output_tokens: output }
  return (await calculated(named, usage))?.total_price
}

/** In tokens; undefined where the list does not say. */
export async function listedWindowOf(named: NamedModel): Promise<number | undefined> {
  const found = await calculated(named, { input_tokens: 0, output_tokens: 0 })
  return found?.model.context_window
}

/**
 * Models of a service that a person may mean, by name. Others are none the worse: the list is as old as the
 * product, and a model that came since is asked for all the same.
 */
export async function listedModels(
  service: string,
  purpose: 'llm' | 'embedding',
): Promise<readonly string[]> {
  const providerId = listed[service]
  if (providerId === undefined) return []
  const { findProvider } = await import('@pydantic/genai-prices')
  const models = findProvider({ providerId })?.models ?? []
  const own = madeBy[service] ?? /^/
  const names = models
    .filter(({ id, deprecated }) => !deprecated && own.test(id))
    .filter(({ id }) => embeds.test(id) === (purpose === 'embedding'))
    .filter(({ context_window }) => purpose === 'embedding' || context_window !== undefined)
    .map(({ id }) => id)
  return names.filter((name) => !otherUses.test(name)).slice(0, mostModels)
}

const mostModels = 200
const embeds = /embed/i
const otherUses =
  /audio|image|tts|transcribe|whisper|realtime|moderation|dall|sonic|^ft:|:extended/i

async function calculated(
  { model, service }: NamedModel,
  usage: { readonly input_tokens: number; readonly output_tokens: number },
) {
  const { calcPrice } = await import('@pydantic/genai-prices')
  const providerId = listed[service]
  // Where the service does not have it, the maker of the model may.
  const here = providerId === undefined ? null : calcPrice(usage, model, { providerId })
  return here ?? calcPrice(usage, model)
}

/** What the list calls a service; models of any other are looked for by their maker. */
const listed: Readonly<Record<string, string>> = {
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

/** Of what the list has under one name, a service may answer for a part. */
const madeBy: Readonly<Record<string, RegExp>> = { gemini: /^gemini/, vertexai: /^gemini|^text-/ }
