import type { AdapterListItem } from '@recto/contract/adapters/adapters'
import type { LlmProfile } from '@recto/contract/prompt-studio/profiles'
import type { DocumentIndex } from '@recto/contract/prompt-studio/prompt-documents'
import type { PromptOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import type { Project } from '@recto/contract/prompt-studio/prompt-studio'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { adapterNames } from '../../adapters/adapters.port.ts'
import { presentIndex } from '../indexing/map-index.ts'
import { presentProfilesOfTenant } from '../profiles/map-profile.ts'
import { presentProjectOfTenant } from '../projects/map-project.ts'
import type { PublicProject } from '../rows/access.ts'
import type { IndexRow } from '../rows/indexes.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { presentOutputs } from '../runs/map-output.ts'

/** Anonymous visitors learn nothing about the users who work on the project. */
const withoutUsers = { created_by: null, modified_by: null } as const

export async function presentPublicProject({
  tenant,
  project,
  shareId,
}: PublicProject): Promise<Project> {
  const { created_by_email: _, ...reply } = await presentProjectOfTenant(tenant, project)
  return {
    ...reply,
    ...withoutUsers,
    organization: 0,
    log_id: shareId,
    share_id: shareId,
    shared_users: [],
    shared_to_org: false,
    custom_data: null,
    prompts: reply.prompts.map((prompt) => ({ ...prompt, ...withoutUsers })),
  }
}

export async function presentPublicProfiles({
  tenant,
  project,
}: PublicProject): Promise<LlmProfile[]> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  return (await presentProfilesOfTenant(tenant, profiles)).map((profile) => ({
    ...profile,
    ...withoutUsers,
  }))
}

const typesBySlot = {
  llm_id: 'LLM',
  embedding_id: 'EMBEDDING',
  vector_db_id: 'VECTOR_DB',
  text_extractor_id: 'X2TEXT',
} as const satisfies Partial<Record<keyof LlmProfileRow, AdapterListItem['adapter_type']>>

type AdapterSlot = keyof typeof typesBySlot

const unknownAdapterIcon = '/api/v1/static/icons/adapter-icons/unknown.png'

/** Presents the adapters that the project's profiles use, without repetitions. */
export async function presentPublicAdapters(
  { tenant, project }: PublicProject,
  type: string | undefined,
): Promise<AdapterListItem[]> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const slots = Object.entries(typesBySlot) as [AdapterSlot, AdapterListItem['adapter_type']][]
  const typesByAdapterId = new Map(
    slots.flatMap(([slot, adapterType]) =>
      profiles.map((profile) => [profile[slot], adapterType] as const),
    ),
  )
  const names = await adapterNames(tenant, [...typesByAdapterId.keys()])
  return [...typesByAdapterId]
    .map(([id, adapter_type]) => ({
      id,
      adapter_name: names.get(id) ?? '',
      adapter_type,
      icon: unknownAdapterIcon,
      // The share page expects them in the shape that members get.
      adapter_id: '',
      description: null,
      created_by: null,
      created_by_email: null,
    }))
    .filter(({ adapter_type }) => type === undefined || adapter_type === type)
}

export async function presentPublicOutputs(
  ctx: Pick<Context, 'compute' | 'log'>,
  tenant: Tenant,
  rows: readonly OutputRow[],
): Promise<PromptOutput[]> {
  const outputs = await presentOutputs(ctx, tenant, rows, { hasContext: false })
  return outputs.map((output) => ({ ...output, ...withoutUsers }))
}

export const presentPublicIndex = (row: IndexRow): DocumentIndex => ({
  ...presentIndex(row),
  ...withoutUsers,
  // The names of collections and the settings of extractors stay private.
  raw_index_id: row.raw_index_id && 'indexed',
  summarize_index_id: row.summarize_index_id && 'indexed',
  index_ids_history: [],
  extraction_status: {},
})
