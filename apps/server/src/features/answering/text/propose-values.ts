import type { DocumentText } from '@recto/document-text/model'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { proposeQuestions } from '@recto/extraction/propose-questions'
import type { Evidence, FieldType } from '@recto/provider-spec/answer'

/** A question that a document suggests, with what the built-in extractor answers to it. */
export type ProposedValue = {
  readonly key: string
  readonly prompt: string
  readonly type: FieldType
  readonly value: string | number | boolean
  readonly evidence: readonly Evidence[]
}

/** Only those that it has an answer to, and no two that are read at the same place. */
export async function proposeValues(document: DocumentText): Promise<readonly ProposedValue[]> {
  const questions = proposeQuestions(document)
  const answers = await answerWithoutModel(document, questions)
  const read = new Set<string>()
  return questions.flatMap((question, i) => {
    const { value, evidence } = answers[i] ?? { value: null, evidence: null }
    if (value === null || typeof value === 'object') return []
    const places = Array.isArray(evidence) ? (evidence as readonly Evidence[]) : []
    const place = JSON.stringify(places.map(({ page, boxes }) => [page, boxes]))
    if (places.length > 0 && read.has(place)) return []
    read.add(place)
    return { ...question, value, evidence: places }
  })
}
