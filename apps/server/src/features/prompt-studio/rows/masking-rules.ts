import { parseExactJson } from '@recto/exact-json/parse-json'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { type MaskingRules, valuesToMask } from '../../model-calls/model-calls.port.ts'
import { listOutputRows, type OutputRow } from './outputs.store.ts'
import type { ProjectRow } from './projects.store.ts'
import { listPromptsOfProjects } from './prompts.store.ts'

/**
 * Loads what is masked in a document, including the values of its masked prompts. Returns
 * `undefined` if the project masks nothing.
 */
export async function loadMaskingRules(
  tenant: Tenant,
  { id: projectId, masking }: Pick<ProjectRow, 'id' | 'masking'>,
  documentId: string,
): Promise<MaskingRules | undefined> {
  const { kinds, words, countries, prompts: keys } = masking
  if (kinds.length + words.length + keys.length === 0) return undefined
  if (keys.length === 0) return { kinds, words, countries }
  const projectIds = [projectId]
  const [prompts, outputs] = await Promise.all([
    listPromptsOfProjects(tenant, projectIds),
    listOutputRows(tenant, { projectIds, documentId }),
  ])
  const outputsOf = (key: string) => {
    const maskedPrompt = prompts.find((prompt) => prompt.key === key)
    return outputs.filter(({ prompt_id }) => prompt_id === maskedPrompt?.id)
  }
  const values = keys.flatMap(outputsOf).flatMap(getValuesToMask)
  const unansweredKeys = keys.filter((key) => outputsOf(key).length === 0)
  return {
    kinds,
    words,
    countries,
    values: [...new Set(values)].toSorted(),
    unknown: unansweredKeys,
  }
}

const getValuesToMask = ({ output, evidence }: OutputRow): readonly string[] =>
  valuesToMask(output === null ? null : parseOutput(output), evidence as EvidenceTree)

/** Plain text is stored as it is, every other value as JSON. */
function parseOutput(output: string): Json {
  if (!/^[{[]/.test(output)) return output
  try {
    return parseExactJson(output) as Json
  } catch {
    return output
  }
}
