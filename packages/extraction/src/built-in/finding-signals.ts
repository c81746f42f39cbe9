import type { Evidence, FieldType } from '@recto/provider-spec/answer'
import {
  getValueSignals,
  getWordSignals,
  type ScoredScalar,
  type Signals,
} from '../confidence/signals.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'

type FindingWithEvidence = {
  readonly finding: Finding
  readonly evidence: readonly Evidence[]
  readonly type: FieldType
}

/** Computes the confidence signals of a value that the built-in extractor found. */
export function getFindingSignals(
  { decimalMark, provenOrder }: Pick<PreparedDocument, 'decimalMark' | 'provenOrder'>,
  { finding: { value, score, addsUp }, evidence, type }: FindingWithEvidence,
): Signals {
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
  }
}
