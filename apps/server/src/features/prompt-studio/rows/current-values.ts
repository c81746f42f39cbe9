import { readNumber } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { listOutputRows } from './outputs.store.ts'
import { listProfilesOfProjects } from './profiles.store.ts'
import type { ProjectRow } from './projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from './prompts.store.ts'

type CurrentValues = {
  readonly activePrompts: readonly PromptWithProfile[]
  /** The values of all active prompts by key; `undefined` if no prompt was answered. */
  readonly values: Readonly<Record<string, Json>> | undefined
}

/** Loads the current values of a document. */
export async function loadCurrentValues(
  tenant: Tenant,
  project: ProjectRow,
  documentId: string,
): Promise<CurrentValues> {
  const activePrompts = await listActivePrompts(tenant, project)
  const isSinglePass = project.single_pass
  const rows = await listOutputRows(tenant, {
    projectIds: [project.id],
    documentId,
    isSinglePass,
  })
  const answers = activePrompts
    .map(({ prompt, profileId }) => {
      const row = rows.find(
        (candidate) => candidate.prompt_id === prompt.id && candidate.profile_id === profileId,
      )
      return row ? ([prompt.key, parseStoredOutput(prompt, row.output)] as const) : undefined
    })
    .filter((value) => value !== undefined)
  if (answers.length === 0) return { activePrompts, values: undefined }
  const values: Readonly<Record<string, Json>> = {
    ...Object.fromEntries(activePrompts.map(({ prompt }) => [prompt.key, null])),
    ...Object.fromEntries(answers),
  }
  return { activePrompts, values }
}

export type PromptWithProfile = {
  readonly prompt: PromptRow
  readonly profileId: string | undefined
}

/** Lists active prompts, each with the profile whose output is the project's value. */
async function listActivePrompts(
  tenant: Tenant,
  project: ProjectRow,
): Promise<readonly PromptWithProfile[]> {
  const [prompts, profiles] = await Promise.all([
    listPromptsOfProjects(tenant, [project.id]),
    listProfilesOfProjects(tenant, [project.id]),
  ])
  const defaultId = profiles.find(({ is_default }) => is_default)?.id
  return prompts
    .filter(({ prompt_type, active }) => prompt_type === 'PROMPT' && active)
    .map((prompt) => ({
      prompt,
      profileId: project.single_pass ? defaultId : (prompt.profile_id ?? defaultId),
    }))
}

const structuredTypes = ['json', 'table', 'record', 'line-item']

/** Outputs are stored as text. */
function parseStoredOutput({ enforce_type }: PromptRow, output: string | null): Json {
  if (output === null) return null
  if (enforce_type === 'number') return parseNumber(output)
  if (enforce_type === 'boolean') return output === 'True'
  if (!structuredTypes.includes(enforce_type)) return output
  try {
    return parseExactJson(output) as Json
  } catch {
    // Earlier versions stored other text than JSON.
    return output
  }
}

/** Whole numbers are stored as `5.0`. */
const parseNumber = (output: string): Json => {
  const text = output.trim()
  return text === '' ? 0 : (readNumber(text.replace(/\.0$/, '')) ?? output)
}
