import { omitUndefined } from '@recto/omit-undefined'
import type { Evidence } from '@recto/provider-spec/answer'
import type { LabelRelation } from '@recto/provider-spec/explanation'
import {
  type DoubtName,
  getValueSignals,
  getWordSignals,
  type ScoredScalar,
  type Signals,
} from '../confidence/signals.ts'
import type { FieldQuestion } from './field-question.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'

type FindingWithEvidence = {
  readonly finding: Finding
  readonly evidence: readonly Evidence[]
  readonly fieldQuestion: FieldQuestion
  /** Whether the document is no bill or receipt. */
  readonly isOtherKind: boolean
}

/** Below this likelihood, the value of a usual field is in doubt, although a label or its position says that it is one. */
const minLikelihoodOfField = 0.5

/** Computes the confidence signals of a value that the built-in extractor found. */
export function getFindingSignals(
  { decimalMark, provenOrder }: Pick<PreparedDocument, 'decimalMark' | 'provenOrder'>,
  { finding, evidence, fieldQuestion, isOtherKind }: FindingWithEvidence,
): Signals {
  const { value, score, addsUp } = finding
  const { type } = fieldQuestion.question
  return {
    ...getWordSignals(evidence),
    ...getValueSignals({
      // The built-in extractor only finds scalars this way.
      value: value as ScoredScalar,
      type,
      quote: evidence[0]?.quote ?? '',
      isDecimalMarkKnown: decimalMark !== undefined,
      isDateOrderKnown: provenOrder !== undefined,
    }),
    label: Math.min(1, score ?? 0),
    unlabelled: score === undefined ? 1 : 0,
    addsUp: addsUp ? 1 : 0,
    ...getDoubts(finding, fieldQuestion),
    otherKind: isOtherKind && fieldQuestion.field ? 1 : 0,
    ...getLikelihoodSignals(finding, fieldQuestion, isOtherKind),
  }
}

/** A usual field is judged by its likelihood only where its words say that it is one. */
function getLikelihoodSignals(
  { likelihood }: Finding,
  { field }: FieldQuestion,
  isOtherKind: boolean,
): Signals {
  const isUnlikely = field !== undefined && (likelihood ?? 0) < minLikelihoodOfField
  return isUnlikely ? { unlikely: isOtherKind ? 1 : 0 } : omitUndefined({ likelihood })
}

const doubtByRelation: Readonly<Partial<Record<LabelRelation, DoubtName>>> = {
  'in-sentence': 'inSentence',
  inline: 'inline',
  below: 'below',
}

/** Signals of doubt whether the value is what the question asks for. */
function getDoubts(
  { foundBy = [], isPartly }: Finding,
  { field, uncoveredWords }: FieldQuestion,
): Readonly<Partial<Record<DoubtName, number>>> {
  const labels = foundBy.filter((reason) => reason.kind === 'label')
  const doubt = labels[0] && doubtByRelation[labels[0].relation]
  const isByPosition =
    labels.length === 0 && foundBy.some(({ kind }) => kind === 'beside' || kind === 'name')
  return {
    inSentence: doubt === 'inSentence' ? 1 : 0,
    inline: doubt === 'inline' ? 1 : 0,
    below: doubt === 'below' ? 1 : 0,
    byPosition: isByPosition ? 1 : 0,
    saysMore: field !== undefined && uncoveredWords.length > 0 ? 1 : 0,
    unusual: field === undefined ? 1 : 0,
    partly: isPartly ? 1 : 0,
  }
}
