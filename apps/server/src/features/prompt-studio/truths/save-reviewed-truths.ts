import type { Tenant } from '../../../platform/db/database.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { saveTruthRow } from '../rows/truths.store.ts'

type Fields = Readonly<Record<string, unknown>>

type Reviewed = {
  readonly projectId: string
  readonly documentHash: string
  /** By the keys of prompts; those that are gone are left out. */
  readonly values: Fields
  /** Where they stand in the document. */
  readonly evidence: Fields
  /** What the machine had read. */
  readonly machineValues: Fields
  readonly userId: number | null
}

/** What people have settled of a document is true of it wherever the project has that document. */
export async function saveReviewedTruths(
  tenant: Tenant,
  { projectId, documentHash, values, evidence, machineValues, userId }: Reviewed,
): Promise<void> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  for (const { id, key, prompt_type } of prompts) {
    if (prompt_type !== 'PROMPT' || !Object.hasOwn(values, key)) continue
    const value = textOf(values[key])
    const said = { prompt_id: id, document_hash: documentHash, value, created_by: userId }
    await saveTruthRow(tenant, {
      ...said,
      source: 'review',
      evidence: JSON.stringify(evidence[key] ?? null),
      machine_value: textOf(machineValues[key]),
    })
  }
}

/** As outputs are kept. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
