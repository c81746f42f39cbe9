import { isWithoutJson } from '@recto/extraction/unreadable-reply'
import type { Evidence, EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { MissingReason } from '@recto/provider-spec/explanation'
import type { AnsweredQuestion } from '../answer-question.ts'
import type { AnswerProblem } from '../escalation.ts'

/** Below it, a value is more likely wrong than right. */
const minConfidence = 0.5

/** Reasons for which another model would find nothing either. */
const finalReasons: readonly MissingReason['kind'][] = ['said-absent', 'no-text']

type JudgedAnswer = Pick<AnsweredQuestion, 'value' | 'evidence' | 'confidence' | 'explanation'>

/**
 * Finds what speaks against an answer. That a model says that the document has no such value is an
 * answer.
 */
export function findProblems({
  value,
  evidence,
  confidence,
  explanation,
}: JudgedAnswer): readonly AnswerProblem[] {
  if (isWithoutJson({ explanation })) return ['unreadable']
  if (value === null) return isGivenUp(explanation) ? ['no-answer'] : []
  const problems: AnswerProblem[] = []
  if (evidence === null && !isEmptyList(value)) problems.push('no-place')
  if (isContradicted(evidence)) problems.push('contradicted')
  if (confidence && confidence.whole < minConfidence) problems.push('low-confidence')
  return problems
}

/** Whether there is no value for a reason that another model may not have. */
const isGivenUp = (explanation: JudgedAnswer['explanation']) =>
  explanation !== undefined &&
  'missing' in explanation &&
  !finalReasons.includes(explanation.missing.kind)

/** An empty list is nowhere on a page. */
const isEmptyList = (value: Json) => Array.isArray(value) && value.length === 0

/** A leaf of the tree is a place, which says so itself. */
function isContradicted(evidence: EvidenceTree | Evidence): boolean {
  if (evidence === null) return false
  if ('quote' in evidence) return 'contradicts' in evidence
  return Object.values(evidence as object).some(isContradicted)
}
