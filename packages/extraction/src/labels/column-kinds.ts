import { namedWordsInAllLanguages } from '../vocabulary/languages.ts'
import { toPhrase, toPhraseKey } from './phrases.ts'

/** Kinds of columns in lists; the words for each are in `vocabulary/languages`. */
export const columnKinds = [
  'position',
  'code',
  'description',
  'quantity',
  'unit',
  'price',
  'discount',
  'tax',
  'amount',
  'date',
  'debit',
  'credit',
  'balance',
] as const

export type ColumnKind = (typeof columnKinds)[number]

const kindByPhrase: ReadonlyMap<string, ColumnKind> = new Map(
  columnKinds.flatMap((kind) =>
    namedWordsInAllLanguages('columns', kind).map(
      (words) => [toPhraseKey(toPhrase(words)), kind] as const,
    ),
  ),
)

/** Finds the kind of column under a heading with these words. */
export function findColumnKind(phrase: readonly string[]): ColumnKind | undefined {
  return kindByPhrase.get(toPhraseKey(phrase))
}
