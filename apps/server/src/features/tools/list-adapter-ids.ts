import { isUuid } from '../../platform/strings.ts'
import type { Tool } from './tool.ts'

const adapterKeys = ['llm', 'embedding', 'vector-db', 'x2text_adapter'] as const

/** Lists the ids of all adapters that a run of the tool with these settings may use. */
export function listAdapterIds(
  { metadata: { tool_settings, outputs } }: Tool,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  const ids: readonly unknown[] = [
    ...[tool_settings, ...outputs].flatMap((part) => adapterKeys.map((key) => part[key])),
    tool_settings.challenge_llm,
    tool_settings.summarize_llm,
    settings.challenge_llm_adapter_id,
  ]
  return ids.filter((id): id is string => typeof id === 'string' && isUuid(id))
}
