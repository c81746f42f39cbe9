import type { Json } from '@recto/provider-spec/answer'
import { addsUp } from './answer-rule.ts'
import type { ApprovedDocument } from './approved-document.ts'
import type { LayoutRule, Tie } from './layout.ts'

/** Minimum number of documents for a tie: with fewer it may hold by chance. */
const leastDocuments = 4
const mostNumbers = 16

/** Finds sums and orders of dates that hold on all documents that have the values. */
export function findTies(
  documents: readonly ApprovedDocument[],
  rules: readonly LayoutRule[],
): readonly Tie[] {
  const keysOf = (type: LayoutRule['type']) =>
    rules
      .filter((rule) => rule.type === type)
      .map(({ key }) => key)
      .slice(0, mostNumbers)
  const numbers = keysOf('number')
  const days = keysOf('date')
  const sums = numbers.flatMap((whole) =>
    numbers.flatMap((first, i) =>
      numbers.slice(i + 1).flatMap((second): readonly Tie[] => {
        if (first === whole || second === whole) return []
        const holds = always(documents, [first, second, whole], ([a, b, c]) =>
          typeof a === 'number' && typeof b === 'number' && typeof c === 'number'
            ? a !== 0 && b !== 0 && addsUp(a, b, c)
            : false,
        )
        return holds ? [{ kind: 'sum', terms: [first, second], whole }] : []
      }),
    ),
  )
  const orders = days.flatMap((before) =>
    days.flatMap((after): readonly Tie[] => {
      const holds =
        before !== after && always(documents, [before, after], ([a, b]) => String(a) < String(b))
      return holds ? [{ kind: 'order', before, after }] : []
    }),
  )
  return [...sums, ...orders]
}

function always(
  documents: readonly ApprovedDocument[],
  keys: readonly string[],
  holds: (values: readonly Json[]) => boolean,
): boolean {
  const known = documents
    .map(({ values }) => {
      const own = keys.map((key) => values.get(key)?.value ?? null)
      return own.includes(null) ? undefined : own
    })
    .filter((value) => value !== undefined)
  return known.length >= leastDocuments && known.every(holds)
}
