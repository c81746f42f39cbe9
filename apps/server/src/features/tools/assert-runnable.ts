import { AppError, refusalWith500 } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  listAdaptersWithoutSecrets,
  openEmbedding,
  openLlm,
  openTextExtractor,
  openVectorDb,
} from '../adapters/adapters.port.ts'
import {
  type AnsweringDependencies,
  assertNoCircularReference,
  listReferencedKeys,
  toFieldType,
} from '../answering/answering.port.ts'
import type { LlmProfileRow, ProjectParts } from '../prompt-studio/prompt-studio.port.ts'
import { isExported } from './assert-exportable.ts'

type Prompt = ProjectParts['prompts'][number]

type ExportParts = Pick<ProjectParts, 'profiles' | 'prompts'> & {
  readonly defaultProfile: LlmProfileRow
}

/** Throws a refusal that names the first prompt that no run of the tool could answer, and why. */
export async function assertRunnable(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { profiles, prompts, defaultProfile }: ExportParts,
): Promise<void> {
  const exportedPrompts = prompts.filter(isExported)
  const keys = prompts.map(({ key }) => key)
  const checkedProfiles = new Set<string>()
  for (const prompt of exportedPrompts) {
    const profile = profiles.find(({ id }) => id === prompt.profile_id) ?? defaultProfile
    try {
      toFieldType(prompt.enforce_type, prompt.key)
      assertVariables(prompt, keys, exportedPrompts)
      if (!checkedProfiles.has(profile.id)) await assertProfileOpens(ctx, tenant, profile)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw refusalWith500(
        `Unable to export tool. The prompt “${prompt.key}” cannot be run: ${error.message}`,
      )
    }
    checkedProfiles.add(profile.id)
  }
}

/**
 * A run answers referenced prompts first, wherever they are in the list; a prompt that is not
 * exported has no value.
 */
function assertVariables(
  prompt: Prompt,
  keys: readonly string[],
  exportedPrompts: readonly Prompt[],
): void {
  assertNoCircularReference(prompt, exportedPrompts)
  for (const name of listReferencedKeys(prompt.prompt, keys)) {
    if (exportedPrompts.some(({ key }) => key === name)) continue
    const reason = keys.includes(name) ? 'which is not exported' : 'which the project does not have'
    throw refusalWith500(`It refers to “${name}”, ${reason}.`)
  }
}

/**
 * Opens the adapters of a profile; makes no call. Those that were copied without their secrets are
 * left out, so that what uses them can be copied as well.
 */
async function assertProfileOpens(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  profile: LlmProfileRow,
): Promise<void> {
  const { llm_id, embedding_id, vector_db_id, text_extractor_id } = profile
  const ids = [llm_id, embedding_id, vector_db_id, text_extractor_id]
  const incompleteIds = await listAdaptersWithoutSecrets(tenant, ids)
  const openUnlessIncomplete = async <OpenAdapter>(
    open: (ctx: AnsweringDependencies, tenant: Tenant, id: string) => Promise<OpenAdapter>,
    id: string,
  ) => (incompleteIds.has(id) ? undefined : open(ctx, tenant, id))

  const model = await openUnlessIncomplete(openLlm, llm_id)
  if (model && !model.connection.answer && !model.connection.complete) {
    throw refusalWith500(`“${model.name}” cannot answer prompts.`)
  }
  await openUnlessIncomplete(openTextExtractor, text_extractor_id)
  if (!profile.chunk_size || model?.connection.answer) return
  await openUnlessIncomplete(openEmbedding, embedding_id)
  await openUnlessIncomplete(openVectorDb, vector_db_id)
}
