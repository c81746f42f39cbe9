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
  'name',
  'period',
  'start',
  'end',
  'time',
  'weekday',
  'year',
  'value-date',
  'delivery-date',
  'due-date',
  'birth-date',
  'departure',
  'arrival',
  'flight',
  'seat',
  'ticket-number',
  'class',
  'baggage',
  'room',
  'result',
  'analyte',
  'reference-range',
  'flag',
  'previous',
  'method',
  'uncertainty',
  'limit',
  'organization',
  'role',
  'degree',
  'grade',
  'topic',
  'responsible',
  'place',
  'type',
  'status',
  'remark',
  'weight',
  'lot',
  'serial-number',
  'ordered',
  'delivered',
  'outstanding',
  'size',
  'phone',
  'email',
  'address',
  'base',
  'factor',
  'employee-share',
  'employer-share',
  'sum-insured',
  'deductible',
  'premium',
  'reading',
  'meter',
  'consumption',
  'customer',
  'project',
  'area',
  'staff',
  'priority',
  'increase',
  'percent',
] as const

export type ColumnKind = (typeof columnKinds)[number]

const kindsByPhrase: ReadonlyMap<string, readonly ColumnKind[]> = groupKindsByPhrase()

function groupKindsByPhrase(): ReadonlyMap<string, readonly ColumnKind[]> {
  const kinds = new Map<string, ColumnKind[]>()
  for (const kind of columnKinds) {
    for (const words of namedWordsInAllLanguages('columns', kind)) {
      const key = toPhraseKey(toPhrase(words))
      const kindsOfPhrase = kinds.get(key)
      if (!kindsOfPhrase) kinds.set(key, [kind])
      else if (!kindsOfPhrase.includes(kind)) kindsOfPhrase.push(kind)
    }
  }
  return kinds
}

/** Finds the kinds of columns under a heading with these words; a word can name several. */
export function findColumnKinds(phrase: readonly string[]): readonly ColumnKind[] {
  return kindsByPhrase.get(toPhraseKey(phrase)) ?? []
}

/** Finds the most usual kind of column under a heading with these words. */
export function findColumnKind(phrase: readonly string[]): ColumnKind | undefined {
  return findColumnKinds(phrase)[0]
}
