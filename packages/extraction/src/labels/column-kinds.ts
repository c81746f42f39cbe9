import { namedInAll } from '../vocabulary/languages.ts'
import { nameOfPhrase, phraseOf } from './phrases.ts'

/** What the columns of lists hold; the words for each stand in the files of `vocabulary/languages`. */
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

const kinds: ReadonlyMap<string, ColumnKind> = new Map(
  columnKinds.flatMap((kind) =>
    namedInAll('columns', kind).map((words) => [nameOfPhrase(phraseOf(words)), kind] as const),
  ),
)

/** What a heading of such words stands over. */
export function columnKindOf(phrase: readonly string[]): ColumnKind | undefined {
  return kinds.get(nameOfPhrase(phrase))
}
