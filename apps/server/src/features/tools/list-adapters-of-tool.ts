import { isUuid } from '../../platform/strings.ts'
import type { AdapterRef } from '../adapters/adapters.port.ts'
import type { Tool } from './tool.ts'

/** Lists all adapters that a run of the tool with these settings may use, each once. */
export function listAdaptersOfTool(
  { metadata: { tool_settings, outputs } }: Tool,
  settings: Readonly<Record<string, unknown>>,
): readonly AdapterRef[] {
  const parts = [tool_settings, ...outputs]
  const llmIds = [
    ...parts.map(({ llm }) => llm),
    ...parts.map(({ escalation_llm }) => escalation_llm),
    tool_settings.challenge_llm,
    tool_settings.summarize_llm,
    settings.challenge_llm_adapter_id,
  ]
  return [
    ...toAdapterRefs('llm', llmIds),
    ...toAdapterRefs(
      'embedding',
      parts.map(({ embedding }) => embedding),
    ),
    ...toAdapterRefs(
      'vector-db',
      parts.map((part) => part['vector-db']),
    ),
    ...toAdapterRefs(
      'text-extractor',
      parts.map(({ x2text_adapter }) => x2text_adapter),
    ),
  ]
}

/** A setting without an adapter is empty. */
const toAdapterRefs = (kind: AdapterRef['kind'], ids: readonly unknown[]): readonly AdapterRef[] =>
  [...new Set(ids)]
    .filter((id): id is string => typeof id === 'string' && isUuid(id))
    .toSorted()
    .map((id) => ({ kind, id }))
