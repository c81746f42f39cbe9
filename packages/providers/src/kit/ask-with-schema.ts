import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { ExternalCall } from './external-call.ts'
import { knowsNoSchemas, saysSchemaIsUnsupported, withSchemaInWords } from './schema-in-words.ts'

type Ask = (request: LlmRequest, signal: AbortSignal) => Promise<LlmReply>

type Limits = {
  readonly limitSeconds: number
  /** Whether the models follow JSON Schemas according to the service. Absent: found out by trying. */
  readonly knowsSchemas?: boolean | undefined
}

/**
 * Makes the `complete` of a model, with one call for each request and no retries. If a server refuses
 * a JSON Schema, it is asked again in words, and in words only from then on.
 */
export function askWithSchema(limits: Limits, call: ExternalCall, ask: Ask) {
  const { limitSeconds, knowsSchemas = true } = limits
  const { memory } = call

  return async (request: LlmRequest): Promise<LlmReply> => {
    const { signal, schema } = request
    const options = { limitSeconds, signal }
    const askInWords = () =>
      call(options, (callSignal) => ask(withSchemaInWords(request), callSignal))
    if (!schema || !knowsSchemas || memory.hasRefusedSchema) return askInWords()

    try {
      return await call(options, (callSignal) => ask(request, callSignal))
    } catch (error) {
      if (!saysSchemaIsUnsupported(error)) throw error
      const reply = await askInWords()
      memory.hasRefusedSchema ||= knowsNoSchemas(error)
      return reply
    }
  }
}

/**
 * Throws for an empty answer, unless a limit or a filter has stopped the model, or it only reasoned:
 * then its caller says so, when the reply is stored and its tokens are counted.
 */
export function assertNonEmptyReply(
  { text, reasoningText, stoppedBy }: LlmReply,
  model: string,
): void {
  if (text.trim() !== '' || (reasoningText ?? '').trim() !== '') return
  if (stoppedBy === 'length' || stoppedBy === 'filter') return
  throw new ProviderError({
    code: 'reply-unreadable',
    message: `${model} returned an empty answer.`,
  })
}

/** Returns the smallest of the limits that are set. */
export function minLimit(...limits: readonly (number | undefined)[]): number | undefined {
  const positiveLimits = limits.filter((limit) => limit !== undefined && limit > 0) as number[]
  return positiveLimits.length > 0 ? Math.min(...positiveLimits) : undefined
}
