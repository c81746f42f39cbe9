import { omitUndefined } from '@recto/omit-undefined'
import type { Passage } from '../../align/passage.ts'
import { toPhraseKey } from '../../labels/phrases.ts'
import type { FoundRows, PageRange } from '../found-rows.ts'
import type { LabelPair, PreparedDocument } from '../prepare-document.ts'
import { minMatchScore } from './column-meaning.ts'
import { toColumn } from './headed-column.ts'
import type { ListMeaning } from './list-request.ts'
import { matchColumns } from './match-columns.ts'

/**
 * Finds records below each other with the same labels; a new record begins wherever the first label
 * is repeated.
 */
export function findRecords(
  preparedDocument: Pick<PreparedDocument, 'pairs'>,
  list: ListMeaning,
  range: PageRange,
): FoundRows | undefined {
  const repeatedPairs = findRepeatedPairs(preparedDocument, range)
  const firsts = [
    ...new Map(repeatedPairs.toReversed().map((pair) => [toLabelKey(pair), pair])).values(),
  ]
  const labels = firsts.toReversed()
  if (labels.length < 2) return undefined
  const requestedColumns = list.columns
  const columns = labels.map(({ label }) => toColumn(label.text, label.box))
  const matches = matchColumns(list, columns).map(({ column, score }) =>
    score >= minMatchScore ? column : undefined,
  )
  const places = requestedColumns.length === 0 ? columns.map((_, index) => index) : matches
  const matchedCount = places.filter((place) => place !== undefined).length
  if (2 * matchedCount <= requestedColumns.length) return undefined
  if (requestedColumns.length === 0 && list.subject.length > 0) return undefined
  return {
    columns: places.map((columnIndex, i) => ({
      name: requestedColumns[i]?.name ?? columns[columnIndex ?? 0]?.text ?? '',
      isKnown: columnIndex !== undefined,
      ...omitUndefined({ isMissing: columnIndex === undefined ? (true as const) : undefined }),
    })),
    rows: groupRecords(repeatedPairs).map((record) =>
      places.map((columnIndex) => {
        const label = columnIndex === undefined ? undefined : labels[columnIndex]
        const value = label && record.get(toLabelKey(label))
        return value ? [value] : []
      }),
    ),
    totals: [],
  }
}

/** Pairs with a colon whose label occurs more than once. */
function findRepeatedPairs(
  { pairs }: Pick<PreparedDocument, 'pairs'>,
  { fromPage, toPage }: PageRange,
): readonly LabelPair[] {
  const colonPairs = pairs.filter(
    ({ relation, label }) =>
      relation === 'after-colon' && label.page >= fromPage && label.page <= toPage,
  )
  const byName = Map.groupBy(colonPairs, toLabelKey)
  return colonPairs.filter((pair) => (byName.get(toLabelKey(pair)) ?? []).length > 1)
}

function groupRecords(pairs: readonly LabelPair[]): readonly ReadonlyMap<string, Passage>[] {
  const records: Map<string, Passage>[] = []
  for (const pair of pairs) {
    const name = toLabelKey(pair)
    if (name === (pairs[0] && toLabelKey(pairs[0]))) records.push(new Map())
    const record = records.at(-1)
    if (record && !record.has(name)) record.set(name, pair.value)
  }
  return records
}

const toLabelKey = ({ phrase }: LabelPair) => toPhraseKey(phrase)
