import type { Evidence, FieldType } from '@recto/provider-spec/answer'
import { type JudgedScalar, type Signs, signsOfValue, signsOfWords } from '../confidence/signs.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './typed-value.ts'

type Found = {
  readonly found: Finding
  readonly evidence: readonly Evidence[]
  readonly type: FieldType
}

/** What speaks for a value that the built-in extractor has found. */
export function signsOfFinding(
  { decimalMark, provenOrder }: Pick<PreparedDocument, 'decimalMark' | 'provenOrder'>,
  { found: { value, score, addsUp }, evidence, type }: Found,
): Signs {
  return {
    ...signsOfWords(evidence),
    ...signsOfValue({
      // It finds scalars only.
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
