import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { getEarlierResults } from '@recto/extraction/compare-documents'
import { adjustConfidences, shiftConfidence } from '@recto/extraction/confidence-by-checks'
import { findFieldsByRole } from '@recto/extraction/document-identity'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type AnsweringDependencies,
  type PresentedAnswer,
  presentChecks,
  runChecks,
} from '../answering/answering.port.ts'
import { buildCheckWarnings, type ToolResult } from './present-tool-result.ts'
import type { Tool } from './tool.ts'
import { buildToolQuestions, type ToolMetadata } from './tool-metadata.ts'
import type { CompareDocument, FileRef } from './tool-run.ts'

type AnswersToCheck = {
  readonly metadata: ToolMetadata
  readonly answers: readonly PresentedAnswer[]
  readonly name: string
  readonly signal?: AbortSignal | undefined
  /** Absent where documents are not compared. */
  readonly compareWithEarlierFiles?: CompareDocument | undefined
}

type CheckedAnswers = {
  /** The answers, with confidences adjusted by the checks. */
  readonly answers: readonly PresentedAnswer[]
  readonly checks: readonly CheckOutcome[]
}

/**
 * Evaluates the checks of a tool on its answers, compares them with earlier documents, and adjusts
 * the confidences accordingly.
 */
export async function applyChecks(
  ctx: AnsweringDependencies,
  { metadata, answers, name, signal, compareWithEarlierFiles }: AnswersToCheck,
): Promise<CheckedAnswers> {
  // The plan of an execution of an earlier version has no checks.
  const { checks = [] } = metadata.tool_settings as Partial<ToolMetadata['tool_settings']>
  const valueByKey = new Map(answers.map(({ key, value }) => [key, value]))
  const active = metadata.outputs.filter((output) => output.active)
  const values = Object.fromEntries(
    active.map((output) => [output.name, valueByKey.get(output.name) ?? null]),
  )
  const fields = findFieldsByRole(buildToolQuestions(metadata).questions)
  const comparedDocuments = (await compareWithEarlierFiles?.({ fields, values })) ?? []
  const earlier = getEarlierResults(fields, comparedDocuments)
  const judgedChecks = await runChecks(ctx, { checks, values, earlier, name, signal })
  const confidenceByKey = new Map(
    answers
      .map(({ key, confidence }) => (confidence ? ([key, confidence.whole] as const) : undefined))
      .filter((value) => value !== undefined),
  )
  const adjustedByKey = adjustConfidences(confidenceByKey, judgedChecks)
  return {
    answers: answers.map((answer) => withConfidence(answer, adjustedByKey.get(answer.key))),
    checks: presentChecks({ judgedChecks, comparedDocuments, toDocumentRef }),
  }
}

function withConfidence(answer: PresentedAnswer, whole: number | undefined): PresentedAnswer {
  const { confidence } = answer
  if (!confidence || whole === undefined || whole === confidence.whole) return answer
  return { ...answer, confidence: shiftConfidence(confidence, whole) }
}

type ComparableResult = Pick<ToolResult, 'output' | 'metadata'>

/**
 * Updates a reused result of an earlier file: other documents may have changed what they say about
 * it.
 */
export async function compareResultAgain<T extends ComparableResult>(
  { metadata }: Pick<Tool, 'metadata'>,
  result: T,
  compareWithEarlierFiles: CompareDocument,
): Promise<T> {
  const fields = findFieldsByRole(buildToolQuestions(metadata).questions)
  const comparedDocuments = await compareWithEarlierFiles({ fields, values: result.output })
  const { checks: previousChecks = [], warnings: previousWarnings = [], ...rest } = result.metadata
  const projectChecks = previousChecks.filter(({ across: comparison }) => comparison === null)
  const checks = [
    ...projectChecks,
    ...presentChecks({ judgedChecks: [], comparedDocuments, toDocumentRef }),
  ]
  const previousCheckWarnings = new Set(buildCheckWarnings(previousChecks))
  const warnings = [
    ...previousWarnings.filter((warning) => !previousCheckWarnings.has(warning)),
    ...buildCheckWarnings(checks),
  ]
  return {
    ...result,
    metadata: {
      ...rest,
      ...omitUndefined({
        warnings: warnings.length > 0 ? warnings : undefined,
        checks: checks.length > 0 ? checks : undefined,
      }),
    },
  }
}

const toDocumentRef = (ref: FileRef) => ({ ...ref, document_id: null })
