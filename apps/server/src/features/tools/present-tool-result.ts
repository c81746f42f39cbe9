import type { PresentedLookup } from '@recto/contract/lookups/lookup-matches'
import type { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import type { EscalationReply } from '@recto/contract/prompt-studio/escalation'
import type { HiddenLine } from '@recto/contract/prompt-studio/hidden-text'
import type { ListReportReply } from '@recto/contract/prompt-studio/prompt-outputs'
import type { EmbeddedData, EmbeddedProblem } from '@recto/document-text/embedded'
import { type HandwritingEntry, listHandwriting } from '@recto/document-text/handwriting'
import { describeExplanation } from '@recto/extraction/describe-explanation'
import { omitUndefined } from '@recto/omit-undefined'
import type {
  ConfidenceTree,
  EvidenceTree,
  Json,
  WordConfidenceTree,
} from '@recto/provider-spec/answer'
import {
  describeHiddenText,
  type FailedQuestion,
  type FittedConfidence,
  type HighlightTree,
  highlightLines,
  type Metrics,
  type PresentedAnswer,
  presentEscalation,
  presentListReport,
} from '../answering/answering.port.ts'
import { calibrateConfidence } from '../prompt-studio/prompt-studio.port.ts'
import type { UsageByModel } from '../usage/usage.port.ts'
import { type LookupsByKey, listAddedColumns, presentLookups } from './apply-lookups.ts'
import type { Tool } from './tool.ts'

export type ToolResult = {
  readonly output: Readonly<Record<string, Json>>
  readonly evidence: Readonly<Record<string, EvidenceTree>>
  readonly metadata: ToolResultMetadata
  readonly metrics: Readonly<Record<string, Metrics>>
}

/** Named as in the contract: stored and shown unchanged. */
type ToolResultMetadata = UsageByModel & {
  readonly run_id: string
  readonly file_name: string
  /** Hash of the text that the values were read from. */
  readonly text_hash?: string
  /** The same, under the name that existing clients know. */
  readonly whisper_hash?: string
  readonly context: Readonly<Record<string, readonly string[]>>
  /**
   * Our extension: number of retrieved chunks that did not fit into the context window, where there
   * are any.
   */
  readonly context_omitted?: Readonly<Record<string, number>>
  readonly required_fields: Readonly<Record<string, 'all' | 'any'>>
  /** Completeness of each list. */
  readonly list_reports?: Readonly<Record<string, ListReportReply>>
  /** Warnings about the values, such as missing rows. */
  readonly warnings?: readonly string[]
  /**
   * Our extension: machine-readable data in the document and its problems; absent where there is
   * none.
   */
  readonly embedded_data?: PresentedEmbedded
  /**
   * Our extension: text that the file has and its pages do not show; absent if there is none or it
   * was not looked for.
   */
  readonly hidden_text?: PresentedHidden
  /** Our extension: parts of its pages that look handwritten; absent if there are none. */
  readonly handwriting?: readonly HandwritingEntry[]
  /** Our extension: outcomes of the checks; absent where there are none. */
  readonly checks?: readonly CheckOutcome[]
  /** Our extension: rows of lookup tables that values mean; absent where nothing is matched. */
  readonly lookups?: Readonly<Record<string, PresentedLookup>>
  readonly evidence_data: Readonly<Record<string, EvidenceTree>>
  /**
   * Explains in one sentence how each value was found, or why there is none; absent for values
   * without an explanation.
   */
  readonly explanations?: Readonly<Record<string, string>>
  /** The challenge log of each value. */
  readonly challenge_data?: Readonly<Record<string, NonNullable<PresentedAnswer['challenge']>>>
  /** Our extension: it says how a larger model was asked, for each value where it was. */
  readonly escalations?: Readonly<Record<string, EscalationReply>>
  /** Reasons why fields could not be answered, by key; absent if none failed. */
  readonly errors?: Readonly<Record<string, string>>
  /** Confidence of each value, 0 to 1; null when nothing supports it. */
  readonly confidence: Readonly<Record<string, number | null>>
  /**
   * Our extension: for each calibrated confidence, the raw confidence and how precise the
   * calibration is; absent where there is none.
   */
  readonly calibration?: PresentedCalibration
  readonly word_confidence_data: Readonly<Record<string, ConfidenceTree>>
  readonly highlight_data?: Readonly<Record<string, HighlightTree>>
  readonly confidence_data?: Readonly<Record<string, WordConfidenceTree>>
}

type ToolOutcome = {
  readonly tool: Tool
  readonly settings: Readonly<Record<string, unknown>>
  readonly document: { readonly name: string }
  readonly runId: string
  readonly answers: readonly PresentedAnswer[]
  readonly checks: readonly CheckOutcome[]
  readonly lookups: LookupsByKey
  readonly failedQuestions: readonly FailedQuestion[]
  readonly usage: UsageByModel
  /** The calibration by the expected values of the project. */
  readonly calibration: FittedConfidence | undefined
}

export function presentToolResult(outcome: ToolOutcome): ToolResult {
  const {
    tool,
    settings,
    document,
    runId,
    answers,
    checks,
    lookups,
    failedQuestions,
    usage,
    calibration,
  } = outcome
  const { outputs, tool_settings } = tool.metadata
  const mapByKey = <T>(select: (answer: PresentedAnswer) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(answers.map((answer) => [answer.key, select(answer)]))
  const isHighlighted = settings.enable_highlight ?? tool_settings.enable_highlight
  const evidence = mapByKey((answer) => answer.evidence)
  const values = mapByKey(({ value }) => value)
  const activeOutputs = outputs.filter(({ active }) => active)
  // The output has the order of the prompts; a failed field is null and has an entry in `errors`.
  const output = Object.fromEntries(activeOutputs.map(({ name }) => [name, values[name] ?? null]))
  return {
    output: { ...output, ...listAddedColumns(lookups, output) },
    evidence,
    metadata: {
      run_id: runId,
      file_name: document.name,
      ...presentTextHash(answers),
      context: mapByKey(({ context }) => context),
      ...presentOmittedCounts(answers),
      required_fields: presentRequiredFields(activeOutputs),
      ...presentListReports(answers),
      ...presentWarnings(answers, checks),
      ...presentEmbeddedData(answers[0]?.document.embedded),
      ...presentHiddenText(answers[0]?.document.hidden),
      ...omitUndefined({
        handwriting: listHandwriting(answers[0]?.document.text.pages ?? []),
        checks: checks.length > 0 ? checks : undefined,
        lookups: presentLookups(lookups),
      }),
      evidence_data: evidence,
      ...presentExplanations(answers),
      ...omitUndefined({
        errors:
          failedQuestions.length > 0
            ? Object.fromEntries(failedQuestions.map(({ key, reason }) => [key, reason]))
            : undefined,
      }),
      ...presentChallenges(answers),
      ...presentEscalations(answers),
      ...calibrateAnswers(answers, { outputs, calibration }),
      word_confidence_data: mapByKey(({ confidence }) => confidence?.parts ?? null),
      ...omitUndefined({
        highlight_data:
          isHighlighted === true
            ? mapByKey(({ document, evidence }) => highlightLines(document.text, evidence))
            : undefined,
        confidence_data:
          isHighlighted === true
            ? mapByKey(({ confidence }) => confidence?.words ?? null)
            : undefined,
      }),
      ...usage,
    },
    metrics: mapByKey(({ metrics }) => metrics),
  }
}

function presentRequiredFields(outputs: Tool['metadata']['outputs']) {
  const requiredFields = new Map<string, 'all' | 'any'>()
  for (const { name, required } of outputs) if (required) requiredFields.set(name, required)
  return Object.fromEntries(requiredFields)
}

function presentTextHash([first]: readonly PresentedAnswer[]) {
  if (!first) return {}
  const { textHash } = first.document
  return { text_hash: textHash, whisper_hash: textHash }
}

/** Empty where there are no lists. */
function presentListReports(answers: readonly PresentedAnswer[]) {
  const reports = answers
    .map(({ key, report }) => (report ? ([key, report] as const) : undefined))
    .filter((value) => value !== undefined)
  if (reports.length === 0) return {}
  return {
    list_reports: Object.fromEntries(
      reports.map(([key, report]) => [key, presentListReport(report)]),
    ),
  }
}

function presentWarnings(
  answers: readonly PresentedAnswer[],
  checks: readonly CheckOutcome[],
): Pick<ToolResultMetadata, 'warnings'> {
  const problems = answers[0]?.document.embedded?.problems ?? []
  const valueWarnings = answers.flatMap(({ key, report, note }) =>
    [...(report?.warnings ?? []), ...(note ? [note] : [])].map((text) => `“${key}”: ${text}`),
  )
  const hiddenTextWarnings = buildHiddenTextWarnings(answers[0]?.document.hidden)
  const readingWarnings = answers[0]?.document.warnings ?? []
  const warnings = [
    ...readingWarnings,
    ...problems.map(describeEmbeddedProblem),
    ...hiddenTextWarnings,
    ...valueWarnings,
    ...buildCheckWarnings(checks),
  ]
  return warnings.length > 0 ? { warnings } : {}
}

function presentExplanations(
  answers: readonly PresentedAnswer[],
): Pick<ToolResultMetadata, 'explanations'> {
  const explanations = answers
    .map(({ key, explanation }) =>
      explanation ? ([key, describeExplanation(explanation)] as const) : undefined,
    )
    .filter((value) => value !== undefined)
  return explanations.length > 0 ? { explanations: Object.fromEntries(explanations) } : {}
}

function presentOmittedCounts(answers: readonly PresentedAnswer[]) {
  const answersWithOmissions = answers.filter(({ omitted: omittedCount = 0 }) => omittedCount > 0)
  if (answersWithOmissions.length === 0) return {}
  return {
    context_omitted: Object.fromEntries(
      answersWithOmissions.map(({ key, omitted: omittedCount = 0 }) => [key, omittedCount]),
    ),
  }
}

function presentChallenges(
  answers: readonly PresentedAnswer[],
): Pick<ToolResultMetadata, 'challenge_data'> {
  const challenges = answers
    .map(({ key, challenge }) => (challenge ? ([key, challenge] as const) : undefined))
    .filter((value) => value !== undefined)
  return challenges.length > 0 ? { challenge_data: Object.fromEntries(challenges) } : {}
}

function presentEscalations(
  answers: readonly PresentedAnswer[],
): Pick<ToolResultMetadata, 'escalations'> {
  const escalations = answers
    .map(({ key, escalation }) =>
      escalation ? ([key, presentEscalation(escalation)] as const) : undefined,
    )
    .filter((value) => value !== undefined)
  return escalations.length > 0 ? { escalations: Object.fromEntries(escalations) } : {}
}

/** Warnings for contradicted checks. */
export const buildCheckWarnings = (checks: readonly CheckOutcome[]): readonly string[] =>
  checks
    .filter(({ outcome }) => outcome === 'contradicted')
    .map(({ name, reason }) => `Check “${name}”: ${reason ?? 'The values do not pass this check.'}`)

/** Named as in the contract: stored and shown unchanged. */
type PresentedEmbedded = {
  /** The formats in which the document has values. */
  readonly sources: readonly string[]
  readonly problems: readonly {
    readonly text: string
    readonly source: string | null
    /** Name of the attachment. */
    readonly attachment: string | null
  }[]
}

/** Empty for a document without embedded data. */
function presentEmbeddedData(data: EmbeddedData | undefined): {
  readonly embedded_data?: PresentedEmbedded
} {
  if (!data || (data.values.length === 0 && data.problems.length === 0)) return {}
  const sources = [...new Set(data.values.map(({ source }) => source))]
  const problems = data.problems.map(({ text, source = null, place: { attachment = null } }) => ({
    text,
    source,
    attachment,
  }))
  return { embedded_data: { sources, problems } }
}

/** Describes a problem in one line. */
function describeEmbeddedProblem({ text, source, place: { attachment } }: EmbeddedProblem): string {
  const subject = attachment ? `attachment “${attachment}”` : source
  return subject ? `Embedded data, ${subject}: ${text}` : `Embedded data: ${text}`
}

/** Named as in the contract: stored and shown unchanged. */
type PresentedHidden = {
  /** Total number of lines; `lines` has the first of them. */
  readonly count: number
  readonly lines: readonly HiddenLine[]
}

type Hidden = PresentedAnswer['document']['hidden']

/** Maximum number of lines in a result, which is stored in one row. */
const maxHiddenLinesShown = 50

/** Empty for a document without hidden text. */
function presentHiddenText(hidden: Hidden): { readonly hidden_text?: PresentedHidden } {
  if (!hidden || hidden.count === 0) return {}
  return { hidden_text: { count: hidden.count, lines: hidden.lines.slice(0, maxHiddenLinesShown) } }
}

/** One sentence for all hidden text. */
function buildHiddenTextWarnings(hidden: Hidden): readonly string[] {
  const description = hidden && describeHiddenText(hidden)
  return description === undefined ? [] : [`The document contains hidden text: ${description}.`]
}

/** Calibration of each value, by its key, with names of the contract. */
type PresentedCalibration = Readonly<
  Record<
    string,
    {
      /** Confidence before calibration. */
      readonly raw_confidence: number
      /** Bounds of the 95 % confidence interval of the calibrated confidence. */
      readonly low: number
      readonly high: number
      /** Number of expected values that the calibration is based on. */
      readonly truths: number
    }
  >
>

type CalibratedConfidence = {
  readonly confidence: Readonly<Record<string, number | null>>
  readonly calibration?: PresentedCalibration
}

type CalibrationInput = {
  readonly outputs: readonly { readonly name: string; readonly type: string }[]
  readonly calibration: FittedConfidence | undefined
}

/**
 * Presents the confidence of each value, calibrated by the expected values of the project where
 * there are enough.
 */
function calibrateAnswers(
  answers: readonly PresentedAnswer[],
  { outputs, calibration: projectCalibration }: CalibrationInput,
): CalibratedConfidence {
  const types = new Map(outputs.map(({ name, type }) => [name, type]))
  const calibratedAnswers = answers.map(({ key, confidence }) => {
    const rawConfidence = confidence?.whole ?? null
    const type = types.get(key) ?? 'text'
    const calibratedConfidence =
      rawConfidence === null
        ? undefined
        : calibrateConfidence(projectCalibration, { type, confidence: rawConfidence })
    return { key, rawConfidence, calibratedConfidence }
  })
  const confidence = Object.fromEntries(
    calibratedAnswers.map(({ key, rawConfidence, calibratedConfidence }) => [
      key,
      calibratedConfidence?.confidence ?? rawConfidence,
    ]),
  )
  const calibration = Object.fromEntries(
    calibratedAnswers
      .map(({ key, rawConfidence, calibratedConfidence }) =>
        rawConfidence === null || !calibratedConfidence
          ? undefined
          : ([
              key,
              {
                raw_confidence: rawConfidence,
                low: calibratedConfidence.interval[0],
                high: calibratedConfidence.interval[1],
                truths: calibratedConfidence.truths,
              },
            ] as const),
      )
      .filter((value) => value !== undefined),
  )
  return omitUndefined({
    confidence,
    calibration: Object.keys(calibration).length > 0 ? calibration : undefined,
  })
}
