import type { AdapterListItem } from '@recto/contract/adapters'
import type { LlmProfile } from '@recto/contract/profiles'
import type { DocumentIndex } from '@recto/contract/prompt-documents'
import type { PromptOutput } from '@recto/contract/prompt-outputs'
import type { Project } from '@recto/contract/prompt-studio'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { adapterNames } from '../../adapters/adapters.port.ts'
import { presentIndex } from '../indexing/map-index.ts'
import { presentProfilesOf } from '../profiles/map-profile.ts'
import { presentProjectOf } from '../projects/map-project.ts'
import type { PublicProject } from '../rows/get-public-project.ts'
import type { IndexRow } from '../rows/indexes.store.ts'
import type { OutputRow } from '../rows/outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { presentOutputs } from '../runs/map-output.ts'

/** Strangers learn nothing of the people who work on it. */
const nobody = { created_by: null, modified_by: null } as const

export async function presentPublicProject({
  tenant,
  project,
  shareId,
}: PublicProject): Promise<Project> {
  const { created_by_email: _, ...shown } = await presentProjectOf(tenant, project)
  return {
    ...shown,
    ...nobody,
    organization: 0,
    log_id: shareId,
    share_id: shareId,
    shared_users: [],
    shared_to_org: false,
    custom_data: null,
    prompts: shown.prompts.map((prompt) => ({ ...prompt, ...nobody })),
  }
}

export async function presentPublicProfiles({
  tenant,
  project,
}: PublicProject): Promise<LlmProfile[]> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  return (await presentProfilesOf(tenant, profiles)).map((one) => ({ ...one, ...nobody }))
}

const typesBySlot = {
  llm_id: 'LLM',
  embedding_id: 'EMBEDDING',
  vector_db_id: 'VECTOR_DB',
  text_extractor_id: 'X2TEXT',
} as const satisfies Partial<Record<keyof LlmProfileRow, AdapterListItem['adapter_type']>>

type Slot = keyof typeof typesBySlot

const unknownIcon = '/icons/adapter-icons/unknown.png'

/** Those that the project’s profiles use, each once. */
export async function presentPublicAdapters(
  { tenant, project }: PublicProject,
  type: string | undefined,
): Promise<AdapterListItem[]> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const slots = Object.entries(typesBySlot) as [Slot, AdapterListItem['adapter_type']][]
  const used = new Map(
    slots.flatMap(([slot, adapterType]) =>
      profiles.map((profile) => [profile[slot], adapterType] as const),
    ),
  )
  const names = await adapterNames(tenant, [...used.keys()])
  return [...used]
    .map(([id, adapter_type]) => ({
      ...{ id, adapter_name: names.get(id) ?? '', adapter_type, icon: unknownIcon },
      // The page of a share has them in the shape in which members have theirs.
      ...{ adapter_id: '', description: null, created_by: null, created_by_email: null },
    }))
    .filter(({ adapter_type }) => type === undefined || adapter_type === type)
}

export async function presentPublicOutputs(
  ctx: Pick<Context, 'compute' | 'log'>,
  tenant: Tenant,
  rows: readonly OutputRow[],
): Promise<PromptOutput[]> {
  const outputs = await presentOutputs(ctx, tenant, rows, { hasContext: false })
  return outputs.map((output) => ({ ...output, ...nobody }))
}

export const presentPublicIndex = (row: IndexRow): DocumentIndex => ({
  ...presentIndex(row),
  ...nobody,
  // The names of collections and the settings of extractors are nobody else's business.
  raw_index_id: row.raw_index_id && 'indexed',
  summarize_index_id: row.summarize_index_id && 'indexed',
  index_ids_history: [],
  extraction_status: {},
})
