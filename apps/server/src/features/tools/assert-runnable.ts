import { AppError, legacyRefusal } from '../../platform/app-error.ts'
import type { Tenant } from '../../platform/db/database.ts'
import {
  openEmbedding,
  openLlm,
  openTextExtractor,
  openVectorDb,
} from '../adapters/adapters.port.ts'
import { type AnsweringNeeds, fieldTypeOf, variablesOf } from '../answering/answering.port.ts'
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
  const before = new Set<string>()
  const checked = new Set<string>()
  for (const prompt of exported) {
    const profile = profiles.find(({ id }) => id === prompt.profile_id) ?? defaultProfile
    try {
      fieldTypeOf(prompt.enforce_type, prompt.key)
      assertVariables(prompt, keys, before)
      if (!checked.has(profile.id)) await assertOpens(ctx, tenant, profile)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw legacyRefusal(
        `Unable to export tool. The prompt “${prompt.key}” cannot be run: ${error.message}`,
      )
    }
    checked.add(profile.id)
    before.add(prompt.key)
  }
}

/** Not the key of a prompt: an address that is asked, or what an API request brings. */
const isFromOutside = (name: string) => /^(https?:|custom_data(\.|$))/i.test(name)

/** A run knows the values of the prompts before; nothing else can become one, and no circle can. */
function assertVariables(
  { key, prompt }: Prompt,
  keys: readonly string[],
  before: ReadonlySet<string>,
): void {
  for (const name of variablesOf(prompt, keys)) {
    if (isFromOutside(name) || before.has(name)) continue
    if (name === key) throw legacyRefusal('It refers to itself.')
    const why = keys.includes(name)
      ? 'which is not exported or does not come before it'
      : 'which the project does not have'
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
