import { z } from 'zod'

/** Names under which servers state how many tokens the model accepts, in their lists of models. */
const Model = z.looseObject({
  id: z.string(),
  /** vLLM, SGLang. */
  max_model_len: z.number().nullish(),
  /** OpenRouter, Together, Fireworks. */
  context_length: z.number().nullish(),
  /** Groq. */
  context_window: z.number().nullish(),
  /** Mistral, LM Studio. */
  max_context_length: z.number().nullish(),
  /** llama.cpp, where the size that it was started with is stated. */
  meta: z.looseObject({ n_ctx: z.number().nullish() }).nullish(),
})

const ModelList = z.object({ data: z.array(Model) })

/** A server that does not answer by then is not waited for. */
const limitMilliseconds = 3000

type ModelServer = {
  readonly fetch: typeof globalThis.fetch
  /** Address without `/models`. */
  readonly baseURL: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty where the server has one model. */
  readonly model: string
}

/** Asks a server for the context window of a model, in tokens; 0 if it does not say. */
export async function findContextWindow(server: ModelServer): Promise<number> {
  const { fetch, baseURL, headers, model } = server
  try {
    const signal = AbortSignal.timeout(limitMilliseconds)
    const response = await fetch(`${baseURL}/models`, { headers, signal })
    if (!response.ok) return 0
    const list = ModelList.safeParse(await response.json())
    return list.success ? windowIn(list.data.data, model) : 0
  } catch {
    // The window is only good to know: the call itself will say what is wrong.
    return 0
  }
}

function windowIn(models: readonly z.output<typeof Model>[], model: string): number {
  const onlyModel = model === '' && models.length === 1 ? models[0] : undefined
  const listedModel = models.find(({ id }) => id === model) ?? onlyModel
  if (!listedModel) return 0
  const { max_model_len, context_length, context_window, max_context_length, meta } = listedModel
  const sizes = [max_model_len, meta?.n_ctx, context_length, context_window, max_context_length]
  return sizes.find((size) => typeof size === 'number' && size > 0) ?? 0
}
