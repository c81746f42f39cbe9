import type { DocumentText } from '@recto/document-text/model'
import { type AnyNumber, isContainer } from '@recto/exact-json/exact-number'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { guessType, proposeQuestions } from '@recto/extraction/propose-questions'
import type { Confidence, Evidence, FieldType } from '@recto/provider-spec/answer'
import type { Explanation } from '@recto/provider-spec/explanation'

/** A question that a document suggests, with the answer of the built-in extractor. */
export type ProposedValue = {
  readonly key: string
  readonly prompt: string
  readonly type: FieldType
  readonly value: string | boolean | AnyNumber
  readonly evidence: readonly Evidence[]
  readonly confidence: Confidence | undefined
  readonly explanation: Explanation | undefined
}

/** Proposes questions that have an answer, at most one per position in the document. */
export async function proposeValues(document: DocumentText): Promise<readonly ProposedValue[]> {
  const { questions, answers } = await answerQuestions(document)
  const seenPlaces = new Set<string>()
  return questions.flatMap((question, index) => {
    const answer = answers[index]
    if (!answer) return []
    const { value, evidence, confidence, explanation } = answer
    if (value === null || isContainer(value)) return []
    const evidenceItems = toEvidenceList(evidence)
    const place = JSON.stringify(evidenceItems.map(({ page, boxes }) => [page, boxes]))
    if (evidenceItems.length > 0 && seenPlaces.has(place)) return []
    seenPlaces.add(place)
    return { ...question, value, evidence: evidenceItems, confidence, explanation }
  })
}

/**
 * Asks again, with a more specific type, where a text turns out to be an amount, a date or an
 * address.
 */
async function answerQuestions(document: DocumentText) {
  const proposedQuestions = proposeQuestions(document)
  const firstAnswers = await answerWithoutModel(document, proposedQuestions)
  const questions = proposedQuestions.map((question, index) => {
    const [firstEvidence, ...otherEvidence] = toEvidenceList(firstAnswers[index]?.evidence)
    if (question.type !== 'text' || !firstEvidence || otherEvidence.length > 0) return question
    return { ...question, type: guessType(firstEvidence.quote) }
  })
  const retypedQuestions = questions.filter(
    (question, index) => question.type !== proposedQuestions[index]?.type,
  )
  const retypedAnswers = await answerWithoutModel(document, retypedQuestions)
  const answers = questions.map((question, index) => {
    const retypedIndex = retypedQuestions.indexOf(question)
    return retypedIndex === -1 ? firstAnswers[index] : retypedAnswers[retypedIndex]
  })
  return { questions, answers }
}

const toEvidenceList = (evidence: unknown): readonly Evidence[] =>
  Array.isArray(evidence) ? (evidence as readonly Evidence[]) : []
