import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { OutsideCall } from './outside-call.ts'
import { saysSchemaIsUnsupported, withSchemaInWords } from './schema-in-words.ts'

type Ask = (request: LlmRequest, signal: AbortSignal) => Promise<LlmReply>

type Limits = {
  readonly limitSeconds: number
  /** Whether the service says that its models follow JSON Schemas. Absent: that is found out. */
  readonly knowsSchemas?: boolean | undefined
}

/**
 * The `complete` of a model: one call each, without retries. Only a server that does not know JSON
 * Schemas is asked a second time, in words, when it refuses the first; that is remembered as long as the
 * adapter is open.
 */
export function askWithSchema(limits: Limits, call: OutsideCall, ask: Ask) {
  const { limitSeconds } = limits
  let knowsSchemas = limits.knowsSchemas ?? true

  return async (request: LlmRequest): Promise<LlmReply> => {
    const { signal, schema } = request
    const options = { limitSeconds, signal }
    const askInWords = () => call(options, (both) => ask(withSchemaInWords(request), both))
    if (!schema || !knowsSchemas) return askInWords()

    try {
      return await call(options, (both) => ask(request, both))
    } catch (error) {
      if (!saysSchemaIsUnsupported(error)) throw error
      knowsSchemas = false
      return askInWords()
    }
  }
}

/** Throws for an answer without a word, unless something has stopped the model before it. */
export function assertSaidSomething({ text, stoppedBy }: LlmReply, model: string): void {
  if (text.trim() !== '' || stoppedBy === 'length' || stoppedBy === 'filter') return
  throw new ProviderError({ code: 'reply-unreadable', message: `${model} gave an empty answer.` })
}

/** The smallest of the limits that say something. */
export function smallest(...limits: readonly (number | undefined)[]): number | undefined {
  const given = limits.filter((limit) => limit !== undefined && limit > 0) as number[]
  return given.length > 0 ? Math.min(...given) : undefined
}
