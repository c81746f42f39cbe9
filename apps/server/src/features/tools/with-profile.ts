import { invalid } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findProfileOfOwner, getProfileSettings } from '../prompt-studio/prompt-studio.port.ts'
import type { Tool } from './tool.ts'
import { toWireSeenPages } from './tool-metadata.ts'

type ProfileSelection = {
  readonly id: string
  /** The owner of the call: only profiles of this user may be used. */
  readonly ownerId: number | null | 'anybody'
}

/**
 * Returns the tool with every field answered by one profile. Throws 400 at `llm_profile_id` when
 * the profile is not the owner's.
 */
export async function withProfile(
  tenant: Tenant,
  tool: Tool,
  { id: profileId, ownerId }: ProfileSelection,
): Promise<Tool> {
  const profile = await findProfileOfOwner(tenant, { profileId, ownerId })
  if (!profile) throw invalid('llm_profile_id', 'LLM profile not found.', 'not_found')
  const settings = getProfileSettings(profile)
  const adapters = {
    llm: settings.llmId,
    embedding: settings.embeddingId,
    'vector-db': settings.vectorDbId,
    x2text_adapter: settings.textExtractorId,
    // It is replaced also where the profile has none: that of another profile is not its own.
    escalation_llm: settings.escalationLlmId,
    seen_pages: toWireSeenPages(settings),
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
