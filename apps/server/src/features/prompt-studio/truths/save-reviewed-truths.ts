import { sameValue } from '@recto/extraction/same-value'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { suspendRules } from '../../answering/answering.port.ts'
import { noteApproved } from '../layouts/note-approved.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'
import { textOfValue } from '../rows/text-of-value.ts'
import { contradictTruthRow, listTruthsOfDocument, saveTruthRow } from '../rows/truths.store.ts'

type Fields = Readonly<Record<string, unknown>>

type Reviewed = {
  readonly projectId: string
  readonly documentHash: string
  readonly documentName: string
  /** By the keys of prompts; those that are gone are left out. */
  readonly values: Fields
  /** Where they stand in the document. */
  readonly evidence: Fields
  /** What the machine had read. */
  readonly machineValues: Fields
  readonly userId: number | null
}

/**
 * What people have settled of a document is true of it wherever the project has that document. What says
 * something else than a truth that is there does not replace it: the two contradict each other, and somebody has to
 * settle that. A field that they have corrected is
 * answered by no rule of a layout until its rules are proven anew.
 */
export async function saveReviewedTruths(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  { projectId, documentHash, documentName, values, evidence, machineValues, userId }: Reviewed,
): Promise<void> {
  const all = await listPromptsOfProjects(tenant, [projectId])
  const prompts = all.filter(
    ({ prompt_type, key }) => prompt_type === 'PROMPT' && Object.hasOwn(values, key),
  )
  const promptIds = prompts.map(({ id }) => id)
  const known = await listTruthsOfDocument(tenant, { promptIds, hash: documentHash })
  for (const { id, key, enforce_type } of prompts) {
    const value = textOfValue(values[key])
    const by = { created_by: userId, source: 'review' as const }
    const said = { prompt_id: id, document_hash: documentHash, value, ...by }
    const before = known.get(id)
    if (before && !sameValue(enforce_type, before.value, value)) {
      await contradictTruthRow(tenant, said)
      continue
    }
    // It agrees with one of two: that does not settle which is right.
    if (before?.other_at) continue
    await saveTruthRow(tenant, {
      ...said,
      document_name: documentName,
      evidence: JSON.stringify(evidence[key] ?? null),
      machine_value: textOfValue(machineValues[key]),
    })
  }
  const corrected = Object.keys(values).filter(
    (key) =>
      Object.hasOwn(machineValues, key) &&
      textOfValue(values[key]) !== textOfValue(machineValues[key]),
  )
  if (corrected.length > 0) await suspendRules(tenant, projectId, corrected)
  await noteApproved(ctx, tenant, { projectId, documentHash })
}
