import type { Passage } from '../../align/passage.ts'
import { nameOfPhrase } from '../../labels/phrases.ts'
import type { Pair, PreparedDocument } from '../prepare-document.ts'
import { type AskedColumn, matchColumns } from './asked-columns.ts'
import type { FoundRows } from './found-rows.ts'

type Range = { readonly fromPage: number; readonly toPage: number }

/** Records that stand one below the other, each with the same labels: every time the first comes again, one begins. */
export function findRecords(
  prepared: Pick<PreparedDocument, 'pairs'>,
  wanted: readonly AskedColumn[],
  range: Range,
): FoundRows | undefined {
  const repeated = repeatedPairs(prepared, range)
  const firsts = [...new Map(repeated.toReversed().map((pair) => [nameOf(pair), pair])).values()]
  const labels = firsts.toReversed()
  if (labels.length < 2) return undefined
  const columns = labels.map(({ label, phrase }) => ({
    text: label.text.trim(),
    phrase,
    kind: undefined,
    box: label.box,
  }))
  const places = wanted.length === 0 ? columns.map((_, at) => at) : matchColumns(wanted, columns)
  if (places.every((at) => at === undefined)) return undefined
  return {
    columns: places.map((at, i) => ({
      name: wanted[i]?.name ?? columns[at ?? 0]?.text ?? '',
      isKnown: at !== undefined,
    })),
    rows: recordsOf(repeated).map((record) =>
      places.map((at) => {
        const label = at === undefined ? undefined : labels[at]
        const value = label && record.get(nameOf(label))
        return value ? [value] : []
      }),
    ),
    totals: [],
  }
}

/** Those after a colon whose label stands there more than once. */
function repeatedPairs(
  { pairs }: Pick<PreparedDocument, 'pairs'>,
  { fromPage, toPage }: Range,
): readonly Pair[] {
  const labelled = pairs.filter(
    ({ relation, label }) =>
      relation === 'after-colon' && label.page >= fromPage && label.page <= toPage,
  )
  const byName = Map.groupBy(labelled, nameOf)
  return labelled.filter((pair) => (byName.get(nameOf(pair)) ?? []).length > 1)
}

function recordsOf(pairs: readonly Pair[]): readonly ReadonlyMap<string, Passage>[] {
  const records: Map<string, Passage>[] = []
  for (const pair of pairs) {
    const name = nameOf(pair)
    if (name === (pairs[0] && nameOf(pairs[0]))) records.push(new Map())
    const record = records.at(-1)
    if (record && !record.has(name)) record.set(name, pair.value)
  }
  return records
}

const nameOf = ({ phrase }: Pair) => nameOfPhrase(phrase)
