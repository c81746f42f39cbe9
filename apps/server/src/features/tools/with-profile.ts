import { invalid } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findOwnProfile, profileSettings } from '../prompt-studio/prompt-studio.port.ts'
import type { Tool } from './tool.ts'

type Input = {
  readonly id: string
  /** Who answers for the call: only profiles of theirs are used. */
  readonly ownerId: number | null | 'anybody'
}

/** The tool with every field answered by one profile. 400 at `llm_profile_id` when it is not the owner's. */
export async function withProfile(
  tenant: Tenant,
  tool: Tool,
  { id: profileId, ownerId }: Input,
): Promise<Tool> {
  const profile = await findOwnProfile(tenant, { profileId, ownerId })
  if (!profile) throw invalid('llm_profile_id', 'LLM profile not found.', 'not_found')
  const settings = profileSettings(profile)
  const adapters = {
    llm: settings.llmId,
    embedding: settings.embeddingId,
    'vector-db': settings.vectorDbId,
    x2text_adapter: settings.textExtractorId,
    'chunk-size': settings.chunkSize,
    'chunk-overlap': settings.chunkOverlap,
  }
  const { metadata } = tool
  return {
    ...tool,
    metadata: {
      ...metadata,
      tool_settings: { ...metadata.tool_settings, ...adapters },
      outputs: metadata.outputs.map((output) => ({
        ...output,
        ...adapters,
        'retrieval-strategy': settings.strategy,
        'hybrid-search': settings.isHybrid,
        'similarity-top-k': settings.topK,
        section: profile.section,
        profile_manager: profile.id,
        profile_name: profile.name,
      })),
    },
  }
}
