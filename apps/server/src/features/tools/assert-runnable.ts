import { AppError, legacyRefusal } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  openEmbedding,
  openLlm,
  openTextExtractor,
  openVectorDb,
} from '../adapters/adapters.port.ts'
import {
  type AnsweringNeeds,
  assertNoCircle,
  fieldTypeOf,
  variablesOf,
} from '../answering/answering.port.ts'
import type { LlmProfileRow, ProjectParts } from '../prompt-studio/prompt-studio.port.ts'
import { isExported } from './assert-exportable.ts'

type Prompt = ProjectParts['prompts'][number]

type Given = Pick<ProjectParts, 'profiles' | 'prompts'> & {
  readonly defaultProfile: LlmProfileRow
}

/** Throws a refusal that names the first prompt which no run of the tool could answer, and says why. */
export async function assertRunnable(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { profiles, prompts, defaultProfile }: Given,
): Promise<void> {
  const exported = prompts.filter(isExported)
  const keys = prompts.map(({ key }) => key)
  const checked = new Set<string>()
  for (const prompt of exported) {
    const profile = profiles.find(({ id }) => id === prompt.profile_id) ?? defaultProfile
    try {
      fieldTypeOf(prompt.enforce_type, prompt.key)
      assertVariables(prompt, keys, exported)
      if (!checked.has(profile.id)) await assertOpens(ctx, tenant, profile)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw legacyRefusal(
        `Unable to export tool. The prompt “${prompt.key}” cannot be run: ${error.message}`,
      )
    }
    checked.add(profile.id)
  }
}

/** A run answers first what others refer to, wherever it stands; what it does not ask has no value. */
function assertVariables(
  prompt: Prompt,
  keys: readonly string[],
  exported: readonly Prompt[],
): void {
  assertNoCircle(prompt, exported)
  for (const name of variablesOf(prompt.prompt, keys)) {
    if (exported.some(({ key }) => key === name)) continue
    const why = keys.includes(name) ? 'which is not exported' : 'which the project does not have'
    throw legacyRefusal(`It refers to “${name}”, ${why}.`)
  }
}

/** Makes no call. */
async function assertOpens(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  profile: LlmProfileRow,
): Promise<void> {
  const { name, llm } = await openLlm(ctx, tenant, profile.llm_id)
  if (!llm.answer && !llm.complete) throw legacyRefusal(`“${name}” answers no prompts.`)
  await openTextExtractor(ctx, tenant, profile.text_extractor_id)
  if (!profile.chunk_size || llm.answer) return
  await openEmbedding(ctx, tenant, profile.embedding_id)
  await openVectorDb(ctx, tenant, profile.vector_db_id)
}
