import type { Json } from '@recto/provider-spec/answer'
import { addsUp } from './answer-rule.ts'
import type { ApprovedDocument } from './approved-document.ts'
import type { FieldRule, Tie } from './layout.ts'

/** Minimum number of documents for a tie: with fewer it may hold by chance. */
const minDocuments = 4
const maxKeys = 16

/** Finds sums of numbers and orders of dates that hold on all documents that have the values. */
export function findTies(
  documents: readonly ApprovedDocument[],
  rules: readonly FieldRule[],
): readonly Tie[] {
  const keysOf = (type: FieldRule['type']) =>
    rules
      .filter((rule) => rule.type === type)
      .map(({ key }) => key)
      .slice(0, maxKeys)
  const numbers = keysOf('number')
  const days = keysOf('date')
  const sums = numbers.flatMap((whole) =>
    numbers.flatMap((first, i) =>
      numbers.slice(i + 1).flatMap((second): readonly Tie[] => {
        if (first === whole || second === whole) return []
        const holds = holdsForAll(documents, [first, second, whole], ([a, b, c]) =>
          typeof a === 'number' && typeof b === 'number' && typeof c === 'number'
            ? a !== 0 && b !== 0 && addsUp(a, b, c)
            : false,
        )
        return holds ? [{ kind: 'sum', terms: [first, second], whole }] : []
      }),
    ),
  )
  const orders = days.flatMap((earlierKey) =>
    days.flatMap((laterKey): readonly Tie[] => {
      const holds =
        earlierKey !== laterKey &&
        holdsForAll(documents, [earlierKey, laterKey], ([a, b]) => String(a) < String(b))
      return holds ? [{ kind: 'order', before: earlierKey, after: laterKey }] : []
    }),
  )
  return [...sums, ...orders]
}

function holdsForAll(
  documents: readonly ApprovedDocument[],
  keys: readonly string[],
  holds: (values: readonly Json[]) => boolean,
): boolean {
  const completeRows = documents
    .map(({ values }) => {
      const row = keys.map((key) => values.get(key)?.value ?? null)
      return row.includes(null) ? undefined : row
    })
    .filter((value) => value !== undefined)
  return completeRows.length >= minDocuments && completeRows.every(holds)
}
