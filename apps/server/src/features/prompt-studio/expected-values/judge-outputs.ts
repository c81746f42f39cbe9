import { type AnswerFault, findFault } from '@recto/extraction/find-fault'
import type { Tenant } from '../../../platform/db/database.ts'
import { createTimeSlicer } from '../../../platform/time-slicer.ts'
import {
  type ExpectedValueRow,
  isDisputed,
  listExpectedValueRows,
} from '../rows/expected-values.store.ts'
import { listScoredOutputs, type ScoredOutput } from '../rows/outputs.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

/** An output that was compared with its expected value. */
export type JudgedOutput = Pick<ScoredOutput, 'prompt_id' | 'document_id' | 'profile_id'> & {
  /** Undefined if the output is right. */
  readonly fault: AnswerFault | undefined
  readonly expectedValue: string | null
  readonly answer: string | null
}

type JudgedProject = {
  /** Without those about which two people disagree: then neither is known to be right. */
  readonly expectedValues: readonly ExpectedValueRow[]
  readonly disputedCount: number
  readonly outputs: readonly ScoredOutput[]
  readonly judgedOutputs: readonly JudgedOutput[]
}

/** Compares every output of a project with its expected value. */
export async function judgeOutputs(
  tenant: Tenant,
  { projectId, isSinglePass }: { readonly projectId: string; readonly isSinglePass: boolean },
): Promise<JudgedProject> {
  const [allValues, outputs, prompts] = await Promise.all([
    listExpectedValueRows(tenant, projectId),
    listScoredOutputs(tenant, { projectId, isSinglePass }),
    listPromptsOfProjects(tenant, [projectId]),
  ])
  const expectedValues = allValues.filter((row) => !isDisputed(row))
  const typesByPrompt = new Map(prompts.map(({ id, enforce_type }) => [id, enforce_type]))
  const valuesByKey = new Map(expectedValues.map((row) => [toValueKey(row), row.value]))
  const rowsByDocument = Map.groupBy(expectedValues, (row) => row.document_id)
  const judgedOutputs: JudgedOutput[] = []
  const slice = createTimeSlicer()
  for (const output of outputs) {
    const expectedValue = valuesByKey.get(toValueKey(output))
    if (expectedValue === undefined) continue
    const { prompt_id, document_id, profile_id, output: answer, isSupported } = output
    const type = typesByPrompt.get(prompt_id) ?? 'text'
    const otherValues = (rowsByDocument.get(document_id) ?? [])
      .filter((row) => row.prompt_id !== prompt_id)
      .map((row) => row.value)
    const fault = findFault({ type, expectedValue, answer, isSupported, otherValues })
    judgedOutputs.push({ prompt_id, document_id, profile_id, fault, expectedValue, answer })
    await slice()
  }
  return {
    expectedValues,
    disputedCount: allValues.length - expectedValues.length,
    outputs,
    judgedOutputs,
  }
}

type ValueKey = { readonly prompt_id: string; readonly document_id: string }
const toValueKey = ({ prompt_id, document_id }: ValueKey) => `${prompt_id}/${document_id}`
