import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { getEarlierResults } from '@recto/extraction/compare-documents'
import { adjustConfidences, shiftConfidence } from '@recto/extraction/confidence-by-checks'
import { createIdentity, findFieldsByRole } from '@recto/extraction/document-identity'
import { omitUndefined } from '@recto/omit-undefined'
import type { Json } from '@recto/provider-spec/answer'
import {
  type AnsweringDependencies,
  type PresentedAnswer,
  presentChecks,
  runChecks,
} from '../answering/answering.port.ts'
import { toCheckedLookups } from '../lookups/lookups.port.ts'
import { type LookupsByKey, listChangedLists } from './apply-lookups.ts'
import { buildCheckWarnings, type ToolResult } from './present-tool-result.ts'
import { buildToolQuestions, type ToolMetadata } from './tool-metadata.ts'
import type { CompareDocument, FileRef } from './tool-run.ts'

type AnswersToCheck = {
  readonly metadata: ToolMetadata
  readonly answers: readonly PresentedAnswer[]
  readonly lookups: LookupsByKey
  readonly name: string
  readonly signal?: AbortSignal | undefined
  /** Absent where documents are not compared. */
  readonly compareWithEarlierFiles?: CompareDocument | undefined
}

type CheckedAnswers = {
  /** The answers, with confidences adjusted by the checks. */
  readonly answers: readonly PresentedAnswer[]
  readonly checks: readonly CheckOutcome[]
  /**
   * The fields whose values checks contradict. Comparisons with other documents are left out: another answer would not
   * change those.
   */
  readonly contradictedKeys: ReadonlySet<string>
}

/**
 * Evaluates the checks of a tool on its answers, compares them with earlier documents, and adjusts
 * the confidences accordingly.
 */
export async function applyChecks(
  ctx: AnsweringDependencies,
  { metadata, answers, ...document }: AnswersToCheck,
): Promise<CheckedAnswers> {
  const values = pickActive(
    metadata,
    Object.fromEntries(answers.map(({ key, value }) => [key, value])),
  )
  const { judgedChecks, checksOfValues, comparedDocuments } = await judgeValues(ctx, {
    metadata,
    values: { ...values, ...listChangedLists(document.lookups, values) },
    ...document,
  })
  const confidenceByKey = new Map(
    answers
      .map(({ key, confidence }) => (confidence ? ([key, confidence.whole] as const) : undefined))
      .filter((value) => value !== undefined),
  )
  const adjustedByKey = adjustConfidences(confidenceByKey, checksOfValues)
  return {
    answers: answers.map((answer) => withConfidence(answer, adjustedByKey.get(answer.key))),
    checks: presentChecks({ judgedChecks, comparedDocuments, toDocumentRef }),
    contradictedKeys: new Set(
      checksOfValues
        .filter(({ outcome }) => outcome === 'contradicted')
        .flatMap(({ fields }) => fields),
    ),
  }
}

type Values = Readonly<Record<string, Json>>

/** Returns the values of the active prompts; those that were not answered are null. */
const pickActive = ({ outputs }: ToolMetadata, values: Values): Values =>
  Object.fromEntries(
    outputs.filter(({ active }) => active).map(({ name }) => [name, values[name] ?? null]),
  )

type ValuesToJudge = Omit<AnswersToCheck, 'answers'> & {
  readonly values: Values
}

async function judgeValues(
  ctx: Pick<AnsweringDependencies, 'compute'>,
  { metadata, values, lookups, name, signal, compareWithEarlierFiles }: ValuesToJudge,
) {
  const fields = findFieldsByRole(buildToolQuestions(metadata).questions)
  const comparedDocuments = (await compareWithEarlierFiles?.({ fields, values })) ?? []
  const identity = createIdentity(fields, values)
  const earlier = compareWithEarlierFiles
    ? getEarlierResults(fields, identity, comparedDocuments)
    : {}
  // The plan of an execution of an earlier version has no checks.
  const { checks = [] } = metadata.tool_settings as Partial<ToolMetadata['tool_settings']>
  const checkedLookups = toCheckedLookups(lookups)
  const document = { values, earlier, lookups: checkedLookups, name, signal }
  const judgedChecks = await runChecks(ctx, { checks, ...document })
  // That a document was there before says nothing against its values.
  const duplicateCall = `asBefore(${fields.number})`
  const checksOfValues = judgedChecks.filter(
    ({ expression }) => !expression.replaceAll(/\s/g, '').includes(duplicateCall),
  )
  return { judgedChecks, checksOfValues, comparedDocuments }
}

function withConfidence(answer: PresentedAnswer, whole: number | undefined): PresentedAnswer {
  const { confidence } = answer
  if (!confidence || whole === undefined || whole === confidence.whole) return answer
  return { ...answer, confidence: shiftConfidence(confidence, whole) }
}

type ResultToCheck<T> = Omit<AnswersToCheck, 'answers'> & {
  readonly result: T
  readonly isReviewed?: boolean
}

/**
 * Updates the checks of a reused result of an earlier file: other documents may have changed what they say
 * about it, and lookup tables what its values mean. What was reviewed is only compared with other documents.
 */
export async function checkResultAgain<T extends Pick<ToolResult, 'output' | 'metadata'>>(
  ctx: Pick<AnsweringDependencies, 'compute'>,
  { result, isReviewed = false, ...document }: ResultToCheck<T>,
): Promise<T> {
  const { metadata, lookups, compareWithEarlierFiles } = document
  if (!compareWithEarlierFiles && lookups.size === 0) return result
  const { checks: previousChecks = [], warnings: previousWarnings = [], ...rest } = result.metadata
  const values = pickActive(metadata, result.output)
  const { judgedChecks, comparedDocuments } = await judgeValues(ctx, { ...document, values })
  const newChecks = presentChecks({ judgedChecks, comparedDocuments, toDocumentRef })
  const isComparison = ({ across: comparison }: CheckOutcome) => comparison !== null
  const checks = [
    ...(isReviewed ? previousChecks : newChecks).filter((check) => !isComparison(check)),
    ...(compareWithEarlierFiles ? newChecks : previousChecks).filter(isComparison),
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
