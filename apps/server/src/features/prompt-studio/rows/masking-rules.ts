import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { type MaskingRules, valuesToMask } from '../../model-calls/model-calls.port.ts'
import { listOutputRows, type OutputRow } from './outputs.store.ts'
import type { ProjectRow } from './projects.store.ts'
import { listPromptsOfProjects } from './prompts.store.ts'

/** What is masked of a document, with the values that masked prompts have for it; nothing where nothing is chosen. */
export async function maskingRules(
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
    const prompt = prompts.find((one) => one.key === key)
    return outputs.filter(({ prompt_id }) => prompt_id === prompt?.id)
  }
  const values = keys.flatMap(outputsOf).flatMap(valuesOf)
  const unknown = keys.filter((key) => outputsOf(key).length === 0)
  return { kinds, words, countries, values: [...new Set(values)].toSorted(), unknown }
}

const valuesOf = ({ output, evidence }: OutputRow): readonly string[] =>
  valuesToMask(output === null ? null : readOutput(output), evidence as EvidenceTree)

/** A text as it is; what is more than a text is stored as JSON. */
function readOutput(output: string): Json {
  if (!/^[{[]/.test(output)) return output
  try {
    return JSON.parse(output) as Json
  } catch {
    return output
  }
}
