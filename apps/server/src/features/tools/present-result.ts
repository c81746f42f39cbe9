import type { CheckOutcome } from '@recto/contract/checks'
import type { ListReportReply } from '@recto/contract/prompt-outputs'
import { sayExplanation } from '@recto/extraction/say-explanation'
import type { ConfidenceTree, EvidenceTree, Json, SureWordsTree } from '@recto/provider-spec/answer'
import {
  type FailedQuestion,
  type FittedConfidence,
  type Highlight,
  highlightLines,
  type Metrics,
  type PresentedAnswer,
  presentListReport,
} from '../answering/answering.port.ts'
import type { UsageByModel } from '../usage/usage.port.ts'
import { calibrateAnswers, type PresentedCalibration } from './calibrate-answers.ts'
import { describeProblem, type PresentedEmbedded, presentEmbedded } from './present-embedded.ts'
import { type PresentedHidden, presentHidden, warnOfHidden } from './present-hidden.ts'
import type { Tool } from './tool.ts'

export type ToolResult = {
  readonly output: Readonly<Record<string, Json>>
  readonly evidence: Readonly<Record<string, EvidenceTree>>
  readonly metadata: ToolResultMetadata
  readonly metrics: Readonly<Record<string, Metrics>>
}

/** Under the names of the contract: it is stored and shown as it is. */
type ToolResultMetadata = UsageByModel & {
  readonly run_id: string
  readonly file_name: string
  /** Of the text that the values were read from. */
  readonly text_hash?: string
  /** The same, under the name by which existing clients know it. */
  readonly whisper_hash?: string
  readonly context: Readonly<Record<string, readonly string[]>>
  /** Ours: how many of the chunks that were found the model had no room for, where there are any. */
  readonly context_omitted?: Readonly<Record<string, number>>
  readonly required_fields: Readonly<Record<string, 'all' | 'any'>>
  /** Of lists: how whole they are. */
  readonly list_reports?: Readonly<Record<string, ListReportReply>>
  /** What a caller has to know of the values, such as rows that are missing. */
  readonly warnings?: readonly string[]
  /** Ours: what the document carries in forms made for machines, and what is wrong with it; absent of none. */
  readonly embedded_data?: PresentedEmbedded
  /** Ours: what the file has and its pages do not show; absent of none, and where nobody has looked. */
  readonly hidden_text?: PresentedHidden
  /** Ours: what checks say of the values; absent where there are none. */
  readonly checks?: readonly CheckOutcome[]
  readonly evidence_data: Readonly<Record<string, EvidenceTree>>
  /** How each value was found, or why there is none, in one sentence; without those of which nobody has said. */
  readonly explanations?: Readonly<Record<string, string>>
  /** What a second model said of each value. */
  readonly challenge_data?: Readonly<Record<string, NonNullable<PresentedAnswer['challenge']>>>
  /** Why fields have no value that should have one. */
  readonly errors?: Readonly<Record<string, string>>
  /** How sure each value is, 0 to 1, and each part of it; null when nothing supports it. */
  readonly confidence: Readonly<Record<string, number | null>>
  /** Ours: of each confidence that truths have calibrated, what it was before and how well it is known; absent of none. */
  readonly calibration?: PresentedCalibration
  readonly word_confidence_data: Readonly<Record<string, ConfidenceTree>>
  readonly highlight_data?: Readonly<Record<string, Highlight>>
  readonly confidence_data?: Readonly<Record<string, SureWordsTree>>
}

type Outcome = {
  readonly tool: Tool
  readonly settings: Readonly<Record<string, unknown>>
  readonly document: { readonly name: string }
  readonly runId: string
  readonly answers: readonly PresentedAnswer[]
  readonly checks: readonly CheckOutcome[]
  readonly failed: readonly FailedQuestion[]
  readonly usage: UsageByModel
  /** What the truths of its project tell of confidences. */
  readonly fit: FittedConfidence | undefined
}

export function presentResult(outcome: Outcome): ToolResult {
  const { tool, settings, document, runId, answers, checks, failed, usage, fit } = outcome
  const { outputs, tool_settings } = tool.metadata
  const byKey = <T>(part: (answer: PresentedAnswer) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(answers.map((answer) => [answer.key, part(answer)]))
  const isHighlighted = settings.enable_highlight ?? tool_settings.enable_highlight
  const evidence = byKey((answer) => answer.evidence)
  const values = byKey(({ value }) => value)
  const active = outputs.filter(({ active }) => active)
  return {
    // In the order of the prompts; a field that failed is null, and named among the errors.
    output: Object.fromEntries(active.map(({ name }) => [name, values[name] ?? null])),
    evidence,
    metadata: {
      run_id: runId,
      file_name: document.name,
      ...textHashOf(answers),
      context: byKey(({ context }) => context),
      ...omittedOf(answers),
      required_fields: Object.fromEntries(
        active.flatMap(({ name, required }) => (required ? [[name, required]] : [])),
      ),
      ...listReports(answers),
      ...warningsOf(answers, checks),
      ...presentEmbedded(answers[0]?.document.embedded),
      ...presentHidden(answers[0]?.document.hidden),
      ...(checks.length > 0 && { checks }),
      evidence_data: evidence,
      ...explanationsOf(answers),
      ...(failed.length > 0 && {
        errors: Object.fromEntries(failed.map(({ key, reason }) => [key, reason])),
      }),
      ...challengesOf(answers),
      ...calibrateAnswers(answers, { outputs, fit }),
      word_confidence_data: byKey(({ confidence }) => confidence?.parts ?? null),
      ...(isHighlighted === true && {
        highlight_data: byKey(({ document, evidence }) => highlightLines(document.text, evidence)),
        confidence_data: byKey(({ confidence }) => confidence?.words ?? null),
      }),
      ...usage,
    },
    metrics: byKey(({ metrics }) => metrics),
  }
}

function textHashOf([first]: readonly PresentedAnswer[]) {
  if (!first) return {}
  const { textHash } = first.document
  return { text_hash: textHash, whisper_hash: textHash }
}

/** Nothing where there are no lists. */
function listReports(answers: readonly PresentedAnswer[]) {
  const reports = answers.flatMap(({ key, report }) => (report ? [[key, report] as const] : []))
  if (reports.length === 0) return {}
  return {
    list_reports: Object.fromEntries(
      reports.map(([key, report]) => [key, presentListReport(report)]),
    ),
  }
}

function warningsOf(
  answers: readonly PresentedAnswer[],
  checks: readonly CheckOutcome[],
): Pick<ToolResultMetadata, 'warnings'> {
  const problems = answers[0]?.document.embedded?.problems ?? []
  const ofValues = answers.flatMap(({ key, report, note }) =>
    [...(report?.warnings ?? []), ...(note ? [note] : [])].map((text) => `“${key}”: ${text}`),
  )
  const ofHidden = warnOfHidden(answers[0]?.document.hidden)
  const warnings = [
    ...problems.map(describeProblem),
    ...ofHidden,
    ...ofValues,
    ...warnOfChecks(checks),
  ]
  return warnings.length > 0 ? { warnings } : {}
}

function explanationsOf(
  answers: readonly PresentedAnswer[],
): Pick<ToolResultMetadata, 'explanations'> {
  const told = answers.flatMap(({ key, explanation }) =>
    explanation ? [[key, sayExplanation(explanation)] as const] : [],
  )
  return told.length > 0 ? { explanations: Object.fromEntries(told) } : {}
}

function omittedOf(answers: readonly PresentedAnswer[]) {
  const some = answers.filter(({ omitted = 0 }) => omitted > 0)
  if (some.length === 0) return {}
  return { context_omitted: Object.fromEntries(some.map(({ key, omitted = 0 }) => [key, omitted])) }
}

function challengesOf(
  answers: readonly PresentedAnswer[],
): Pick<ToolResultMetadata, 'challenge_data'> {
  const said = answers.flatMap(({ key, challenge }) =>
    challenge ? [[key, challenge] as const] : [],
  )
  return said.length > 0 ? { challenge_data: Object.fromEntries(said) } : {}
}

/** Of those that are contradicted. */
export const warnOfChecks = (checks: readonly CheckOutcome[]): readonly string[] =>
  checks.flatMap(({ name, outcome, reason }) =>
    outcome === 'contradicted' ? [`Check “${name}”: ${reason ?? 'It does not hold.'}`] : [],
  )
