import type { LlmRequest } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'

/** Names that servers use for the feature when they reject it. */
const feature =
  /response.?format|json.?schema|json.?object|\bjson.?format|output_config|structured.?(?:output|response|generation)|response_?schema|response_?mime|json.?mode|tool.?use|tool.?(?:config|choice|call)|function.?call|\bgrammar\b|guided.?(?:json|decod)|\bschemas?\b|["'`]format["'`]/i

/** A server that fails at a schema may say so with a status of its own failure. */
const failedStatuses = [500, 501]

/** Words of servers that know no schemas at all, rather than refuse this one. */
const unsupportedWords =
  /not (?:be )?(?:supported|available|allowed|implemented|permitted|enabled)|(?:un|not )(?:supported|recogni[sz]ed|known)|does ?n[o']t support|no support|extra (?:inputs|fields)|unexpected (?:keyword|field|parameter)|only (?:supports?|accepts?)|must be|invalid (?:parameter|value|field|type)/i

/** Whether the refusal holds for every schema, so that none needs to be sent again. */
export const knowsNoSchemas = (error: unknown): boolean =>
  error instanceof ProviderError && unsupportedWords.test(error.message)

export const saysSchemaIsUnsupported = (error: unknown): boolean =>
  error instanceof ProviderError &&
  (error.code === 'refused' || failedStatuses.includes(error.status ?? 0)) &&
  feature.test(error.message)

/** The same request for a model that knows no schemas: they stand at the end of the prompt. */
export function withSchemaInWords(request: LlmRequest): LlmRequest {
  const { schema, ...rest } = request
  if (!schema) return request
  const words = `Answer with one JSON object that follows this JSON Schema, and with nothing else:\n${JSON.stringify(schema.json)}`
  return { ...rest, prompt: `${request.prompt}\n\n${words}` }
}
