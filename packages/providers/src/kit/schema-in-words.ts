import type { LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'

/** Names that servers use for the feature when they reject it. */
const feature =
  /response_format|json_schema|json_object|output_config|structured.?output|response_?json_?schema|json mode|tool ?use|tool ?(config|choice)/i

export const saysSchemaIsUnsupported = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'refused' && feature.test(error.message)

/** The same request for a model that knows no schemas: they stand at the end of the prompt. */
export function withSchemaInWords(request: LlmRequest): LlmRequest {
  const { schema, ...rest } = request
  if (!schema) return request
  const words = `Answer with one JSON object that follows this JSON Schema, and with nothing else:\n${JSON.stringify(schema.json)}`
  return { ...rest, prompt: `${request.prompt}\n\n${words}` }
}
