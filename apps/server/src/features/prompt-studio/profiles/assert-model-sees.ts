import { type MaskingSettings, masksNothing } from '@recto/extraction/masking-settings'
import { AppError, invalid } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AdapterOpeningDependencies, openLlm } from '../../adapters/adapters.port.ts'
import { describeBlindModel } from '../../answering/answering.port.ts'
import { maskedImagesError } from '../../model-calls/model-calls.port.ts'
import { type LlmProfileRow, listProfilesOfProjects } from '../rows/profiles.store.ts'
import { listProjectsById, type ProjectRow } from '../rows/projects.store.ts'

type SightSettings = Pick<
  LlmProfileRow,
  'project_id' | 'llm_id' | 'escalation_llm_id' | 'model_sees' | 'seen_pages' | 'chunk_size'
>

/**
 * Throws 400 at its field if a profile lets a model see pages that cannot, lets it see pages of chunks without any, or belongs to
 * a project that masks values. Makes no network call.
 */
export async function assertModelSees(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  profile: SightSettings,
): Promise<void> {
  if (profile.model_sees === 'text') return
  const projects = await listProjectsById(tenant, [profile.project_id])
  if (projects.some(masksValues)) throw invalid('modelSees', maskedImagesError().message)
  for (const id of [profile.llm_id, profile.escalation_llm_id]) await assertAccepts(ctx, tenant, id)
  if (profile.seen_pages === 'retrieved' && !profile.chunk_size)
    throw invalid(
      'seenPages',
      'Without a chunk size nothing is retrieved. Set a chunk size, or show the first pages or all.',
    )
}

async function assertAccepts(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string | null,
): Promise<void> {
  const llm = id === null ? undefined : await openIfPossible(ctx, tenant, id)
  if (llm && !llm.sight) throw invalid('modelSees', describeBlindModel(llm.name))
}

/** An adapter that cannot be opened now fails the runs themselves. */
const openIfPossible = (ctx: AdapterOpeningDependencies, tenant: Tenant, id: string) =>
  openLlm(ctx, tenant, id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })

/** Throws 400 if a project that is to mask values has a profile whose model sees pages. */
export async function assertNoProfileSees(
  tenant: Tenant,
  project: Pick<ProjectRow, 'id' | 'masking'>,
  field = 'masking',
): Promise<void> {
  if (!masksValues(project)) return
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const profile = profiles.find(({ model_sees: modelSees }) => modelSees !== 'text')
  if (!profile) return
  throw invalid(
    field,
    `The model of the profile “${profile.name}” sees images of pages, in which values cannot be masked. Let it see text alone first.`,
  )
}

type Masking = MaskingSettings & { readonly prompts: readonly string[] }

const masksValues = ({ masking }: { readonly masking: Masking | null }) =>
  masking !== null && (!masksNothing(masking) || masking.prompts.length > 0)
