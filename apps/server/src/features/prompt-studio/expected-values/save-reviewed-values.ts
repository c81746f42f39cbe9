import type { RunValue } from '@recto/extraction/choose-pass-criteria'
import { isSameValue } from '@recto/extraction/same-value'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { suspendLayoutRules } from '../../answering/answering.port.ts'
import { enqueueLayoutCompilation } from '../layouts/enqueue-layout-compilation.ts'
import {
  isDisputed,
  lockExpectedValuesOfDocument,
  saveDispute,
  saveExpectedValueRow,
} from '../rows/expected-values.store.ts'
import { saveJudgedValues } from '../rows/judged-values.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

type ValuesByKey = Readonly<Record<string, unknown>>

type ReviewedDocument = {
  readonly projectId: string
  readonly documentHash: string
  readonly documentName: string
  /** Values by prompt key; keys of deleted prompts are ignored. */
  readonly values: ValuesByKey
  /** Evidence by prompt key; of a value corrected by typing, still that of the machine's value. */
  readonly evidence: ValuesByKey
  /** Values that the model had found, by prompt key. */
  readonly machineValues: ValuesByKey
  /** The model's confidences before calibration; absent if unknown. */
  readonly machineConfidences?: ReadonlyMap<string, RunValue>
  readonly userId: number | null
}

/**
 * Saves the values of a reviewed document as expected values. They hold for its content, wherever
 * the project has that document. A value that differs from an existing expected value does not
 * replace it: the two are disputed until somebody decides. Layout rules of corrected
 * fields are suspended until they are proven again.
 */
export async function saveReviewedValues(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  document: ReviewedDocument,
): Promise<void> {
  const { projectId, documentHash, documentName, values, evidence, machineValues, userId } =
    document
  const correctedKeys = Object.keys(values).filter(
    (key) =>
      Object.hasOwn(machineValues, key) &&
      toStoredText(values[key]) !== toStoredText(machineValues[key]),
  )
  if (correctedKeys.length > 0) {
    // Layouts that are being compiled have not seen the correction.
    await lockProject(tenant, projectId)
    await suspendLayoutRules(tenant, projectId, correctedKeys)
  }
  const allPrompts = await listPromptsOfProjects(tenant, [projectId])
  const prompts = allPrompts.filter(
    ({ prompt_type, key }) => prompt_type === 'PROMPT' && Object.hasOwn(values, key),
  )
  const promptIds = prompts.map(({ id }) => id)
  const existingValues = await lockExpectedValuesOfDocument(tenant, {
    promptIds,
    hash: documentHash,
  })
  for (const { id, key, enforce_type } of prompts) {
    const value = toStoredText(values[key])
    const origin = { created_by: userId, source: 'review' as const }
    const newValue = { prompt_id: id, document_hash: documentHash, value, ...origin }
    const existingValue = existingValues.get(id)
    if (existingValue && !isSameValue(enforce_type, existingValue.value, value)) {
      await saveDispute(tenant, newValue)
      continue
    }
    // Agreeing with one of two disputed values does not decide which is right.
    if (existingValue && isDisputed(existingValue)) continue
    await saveExpectedValueRow(tenant, {
      ...newValue,
      document_name: documentName,
      evidence: JSON.stringify(evidence[key] ?? null),
      machine_value: toStoredText(machineValues[key]),
    })
  }
  await saveJudgedValues(tenant, projectId, prompts.flatMap(toJudgedValue(document)))
  await enqueueLayoutCompilation(ctx, tenant, { projectId, documentHash })
}

/**
 * The reviewed value shows whether the model was right; a value that the model failed to find is
 * not judged.
 */
const toJudgedValue =
  ({ documentHash, values, machineValues, machineConfidences }: ReviewedDocument) =>
  ({ id, key, enforce_type: type }: PromptRow) => {
    const confidence = machineConfidences?.get(key)
    if (confidence === undefined || confidence === 'failed') return []
    return {
      prompt_id: id,
      document_hash: documentHash,
      type,
      source: 'review' as const,
      confidence: confidence === 'empty' ? null : confidence.confidence,
      is_right: isSameValue(type, toStoredText(values[key]), toStoredText(machineValues[key])),
    }
  }

/** Converts a value to the text as which outputs and expected values are stored. */
export function toStoredText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
