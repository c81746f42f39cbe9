import { type LookupColumn, lookupTableLimits } from '@recto/contract/lookups/lookup-tables'
import {
  foldName,
  isKeyType,
  normalizeKey,
  normalizeValue,
} from '@recto/extraction/lookups/normalize'
import { toStoredKey } from '../rows/lookup-rows.store.ts'
import { minWordLength } from '../rows/lookup-words.store.ts'
import type { UploadedRow } from '../rows/uploaded-rows.store.ts'
import { badFile, type TableFileRow } from './read-table-file.ts'

const { charactersOfKey: maxKeyCharacters } = lookupTableLimits

/** The order in which the cells of a file become cells of the table. */
export type RowLayout = {
  /** The columns of the table. */
  readonly columns: readonly LookupColumn[]
  /** The index in the file of each of these columns. */
  readonly places: readonly number[]
  readonly keyColumn: string
}

/** Returns a row as it is stored. Throws for a row without a key. */
export function toUploadedRow(
  { row, cells: fileCells }: TableFileRow,
  { columns, places, keyColumn }: RowLayout,
): UploadedRow {
  const cells = places.map((place) => fileCells[place] ?? '')
  const rowKey = cells[columns.findIndex(({ name }) => name === keyColumn)] ?? ''
  if (rowKey === '') throw badFile(`Row ${row}, column “${keyColumn}”: the key is missing.`)
  if (rowKey.length > maxKeyCharacters) {
    throw badFile(
      `Row ${row}, column “${keyColumn}”: the key has more than ${maxKeyCharacters} characters.`,
    )
  }
  const normalizedOf = (type: 'name' | 'postcode' | 'city') => {
    const text = cells[columns.findIndex((column) => column.type === type)] ?? ''
    return normalizeValue(type, text)
  }
  return {
    row_number: row,
    row_key: rowKey,
    cells,
    keys: listStoredKeys(columns, cells),
    name: normalizedOf('name'),
    postcode: normalizedOf('postcode'),
    city: normalizedOf('city'),
  }
}

function listStoredKeys(columns: readonly LookupColumn[], cells: readonly string[]): string[] {
  const keys = columns.map(({ type }, index) => {
    const text = cells[index] ?? ''
    if (isKeyType(type)) return [normalizeKey(type, text)]
    return type === 'name'
      ? foldName(text)
          .split(' ')
          .filter((word) => word.length >= minWordLength)
      : []
  })
  const storedKeys = keys.flatMap((values, index) =>
    values.filter(Boolean).map((value) => toStoredKey(index, value)),
  )
  return [...new Set(storedKeys)]
}
