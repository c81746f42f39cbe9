import type { LookupColumn, LookupColumnType } from '@recto/contract/lookups/lookup-tables'

/** Words in the names of columns, by the type that they suggest, the most telling first. */
const typesByName: readonly (readonly [LookupColumnType, RegExp])[] = [
  ['iban', /\biban\b/i],
  [
    'vat_id',
    /\b(?:vat|ust|uid|tva|btw|moms|nip|cif|gst)\b|ust[-. ]?id|\bvat[-_ ]?(?:id|no|number)/i,
  ],
  ['gtin', /\b(?:gtin|ean|upc|barcode)\b/i],
  ['postcode', /\b(?:zip|plz|postcode|postal|postleitzahl|cap)\b/i],
  ['city', /\b(?:city|town|ort|stadt|ville|ciudad|citt[aà])\b/i],
  [
    'name',
    /\b(?:name|company|firma|supplier|vendor|customer|lieferant|kunde|title|bezeichnung)\b/i,
  ],
]

/** Types that at most one column of a table has, because all columns of the type are weighed together. */
const singleTypes: readonly LookupColumnType[] = ['name', 'postcode', 'city']

type ColumnsToInfer = {
  readonly names: readonly string[]
  readonly keyColumn: string
  /** The cells of the first rows. */
  readonly sample: readonly (readonly string[])[]
  /** The types that somebody chose, by the names of the columns. */
  readonly chosenTypes: ReadonlyMap<string, LookupColumnType>
}

/** Gives each column its type: the chosen one, or else one that follows from its name and its values. */
export function inferColumns(input: ColumnsToInfer): LookupColumn[] {
  const { names, keyColumn, sample, chosenTypes } = input
  const usedTypes = new Set(chosenTypes.values())
  return names.map((name, index) => {
    const chosenType = chosenTypes.get(name)
    if (chosenType) return { name, type: chosenType }
    const values = sample.map((cells) => cells[index] ?? '').filter((value) => value !== '')
    const type = inferType(name, { isKey: name === keyColumn, values, usedTypes })
    usedTypes.add(type)
    return { name, type }
  })
}

type ColumnFacts = {
  readonly isKey: boolean
  readonly values: readonly string[]
  readonly usedTypes: ReadonlySet<LookupColumnType>
}

function inferType(name: string, { isKey, values, usedTypes }: ColumnFacts): LookupColumnType {
  const words = name.replaceAll('_', ' ')
  const isFree = (type: LookupColumnType) => !singleTypes.includes(type) || !usedTypes.has(type)
  // The key of a table is a number or a code, even if the name of its column is “Supplier”.
  const suggestion = typesByName.find(
    ([type, pattern]) => pattern.test(words) && isFree(type) && !(isKey && type === 'name'),
  )
  if (suggestion) return suggestion[0]
  if (isKey) return 'id'
  if (values.length === 0) return 'text'
  if (values.every((value) => /^\d{4}-\d\d-\d\d$/.test(value))) return 'date'
  return values.every((value) => /^-?\d{1,15}(?:[.,]\d{1,15})?$/.test(value)) ? 'number' : 'text'
}
