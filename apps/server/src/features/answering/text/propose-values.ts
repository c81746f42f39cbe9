import type { DocumentText } from '@recto/document-text/model'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { proposeQuestions, typeOfValue } from '@recto/extraction/propose-questions'
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
  const { questions, answers } = await answered(document)
  const read = new Set<string>()
  return questions.flatMap((question, i) => {
    const { value, evidence } = answers[i] ?? { value: null, evidence: null }
    if (value === null || typeof value === 'object') return []
    const places = placesOf(evidence)
    const place = JSON.stringify(places.map(({ page, boxes }) => [page, boxes]))
    if (places.length > 0 && read.has(place)) return []
    read.add(place)
    return { ...question, value, evidence: places }
  })
}

/** A text whose answer turns out to be an amount, a day or an address is asked for as that. */
async function answered(document: DocumentText) {
  const asked = proposeQuestions(document)
  const first = await answerWithoutModel(document, asked)
  const questions = asked.map((question, i) => {
    const [place, ...others] = placesOf(first[i]?.evidence)
    if (question.type !== 'text' || !place || others.length > 0) return question
    return { ...question, type: typeOfValue(place.quote) }
  })
  const changed = questions.filter((question, i) => question.type !== asked[i]?.type)
  const again = await answerWithoutModel(document, changed)
  const answers = questions.map((question, i) => {
    const at = changed.indexOf(question)
    return at === -1 ? first[i] : again[at]
  })
  return { questions, answers }
}

const placesOf = (evidence: unknown): readonly Evidence[] =>
  Array.isArray(evidence) ? (evidence as readonly Evidence[]) : []
