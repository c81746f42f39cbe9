import type { RunValue } from '@recto/extraction/choose-passing'
import { sameValue } from '@recto/extraction/same-value'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { suspendRules } from '../../answering/answering.port.ts'
import { noteApproved } from '../layouts/note-approved.ts'
import { saveJudgedValues } from '../rows/judged-values.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
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
  /** How sure it was of them, before calibration; absent where nobody knows. */
  readonly machineConfidences?: ReadonlyMap<string, RunValue>
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
  reviewed: Reviewed,
): Promise<void> {
  const { projectId, documentHash, documentName, values, evidence, machineValues, userId } =
    reviewed
  const corrected = Object.keys(values).filter(
    (key) =>
      Object.hasOwn(machineValues, key) &&
      textOfValue(values[key]) !== textOfValue(machineValues[key]),
  )
  if (corrected.length > 0) {
    // Layouts that are compiled at this moment have not seen the correction.
    await lockProject(tenant, projectId)
    await suspendRules(tenant, projectId, corrected)
  }
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
  await saveJudgedValues(tenant, projectId, prompts.flatMap(judging(reviewed)))
  await noteApproved(ctx, tenant, { projectId, documentHash })
}

/** What people have made of a value says whether the machine was right; of what it failed at there is nothing to say. */
const judging =
  ({ documentHash, values, machineValues, machineConfidences }: Reviewed) =>
  ({ id, key, enforce_type: type }: PromptRow) => {
    const sure = machineConfidences?.get(key)
    if (sure === undefined || sure === 'failed') return []
    return {
      ...{ prompt_id: id, document_hash: documentHash, type, source: 'review' as const },
      confidence: sure === 'empty' ? null : sure.confidence,
      is_right: sameValue(type, textOfValue(values[key]), textOfValue(machineValues[key])),
    }
  }
