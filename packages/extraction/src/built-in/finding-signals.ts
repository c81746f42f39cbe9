import type { Evidence, FieldType } from '@recto/provider-spec/answer'
import { type JudgedScalar, type Signs, signsOfValue, signsOfWords } from '../confidence/signs.ts'
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
): Signs {
  return {
    ...signsOfWords(evidence),
    ...signsOfValue({
      // The built-in extractor only finds scalars this way.
      value: value as JudgedScalar,
      type,
      quote: evidence[0]?.quote ?? '',
      knowsMark: decimalMark !== undefined,
      knowsOrder: provenOrder !== undefined,
    }),
    label: Math.min(1, score ?? 0),
    unlabelled: score === undefined ? 1 : 0,
    addsUp: addsUp ? 1 : 0,
  }
}
