import type { DocumentText } from '@recto/document-text/model'
import type { Answer, Question } from '@recto/provider-spec/answer'
import { findTotals, type Totals } from './find-totals.ts'
import { findOnlyDate, findUnlabelled } from './find-unlabelled.ts'
import { labelledFindings } from './labelled-findings.ts'
import { evidenceOf } from './passage.ts'
import { prepareReading, type Reading } from './prepare-reading.ts'
import { type Asked, askedOf } from './question-field.ts'
import type { Finding } from './typed-value.ts'

/** Vectors of texts, in order, for comparing labels by meaning. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>

export type WithoutModelOptions = {
  /** Finds labels that mean what a question asks in other words. */
  readonly embed?: Embed
}

/** Below this a value is more likely another field's than the one that is asked for. */
const leastScore = 0.62

/**
 * The built-in extractor: answers from the layout alone, by labels and their values, shapes and
 * sums, without a model. The same document and questions give the same answers. It answers null
 * where it is not sure, and every other answer with the words that it was read from.
 */
export async function answerWithoutModel(
  document: DocumentText,
  questions: readonly Question[],
  options: WithoutModelOptions = {},
): Promise<readonly Answer[]> {
  const asked = questions.map(askedOf)
  const reading = prepareReading(
    document,
    asked.flatMap(({ words }) => words),
  )
  const totals = findTotals(reading)
  return asked.map((one) => {
    const found = findAnswer(reading, totals, one)
    const key = one.question.key
    if (!found) return { key, value: null, evidence: null }
    return { key, value: found.value, evidence: [evidenceOf(document, found.place, found.match)] }
  })
}

function findAnswer(reading: Reading, totals: Totals, asked: Asked): Finding | undefined {
  const name = asked.field?.name
  if (asked.question.type === 'number' && (name === 'total' || name === 'net' || name === 'tax'))
    return totals[name]
  const labelled = labelledFindings(reading, asked)[0]
  if (labelled && labelled.score >= leastScore) return labelled
  if (name === 'date') return findOnlyDate(reading)
  return asked.field ? findUnlabelled(reading, asked.field.kind) : undefined
}
