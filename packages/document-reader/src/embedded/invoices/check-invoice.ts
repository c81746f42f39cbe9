import type { EmbeddedProblem, EmbeddedValue } from '@recto/document-text/embedded'
import { isIban, looksLikeIban } from '../iban.ts'

type Sum = {
  readonly plus: readonly string[]
  readonly minus: readonly string[]
  readonly total: string
  readonly words: string
}

/** The rules BR-CO-13, BR-CO-15 and BR-CO-16 of EN 16931. */
const sums: readonly Sum[] = [
  {
    plus: ['BT-106', 'BT-108'],
    minus: ['BT-107'],
    total: 'BT-109',
    words: 'the lines with allowances and charges do not equal the total without tax',
  },
  {
    plus: ['BT-109', 'BT-110'],
    minus: [],
    total: 'BT-112',
    words: 'the total without tax plus the tax does not equal the total',
  },
  {
    plus: ['BT-112', 'BT-114'],
    minus: ['BT-113'],
    total: 'BT-115',
    words: 'the total minus the amount paid does not equal the amount due',
  },
]

/** What an e-invoice says against itself: sums that do not add up, accounts whose check digits are wrong. */
export function checkInvoice(values: readonly EmbeddedValue[]): readonly EmbeddedProblem[] {
  const [first] = values
  if (!first) return []
  const { source, place } = first
  const common = { source, place }
  const cents = (term: string) => {
    const match = values.find((value) => value.term === term)
    return match && Math.round(Number(match.value) * 100)
  }
  const ofSums = sums.flatMap(({ plus, minus, total, words }): readonly EmbeddedProblem[] => {
    const statedTotal = cents(total)
    const expectedTotal = cents(plus[0] ?? '')
    // Without the tax a total says nothing of what it is made of.
    const isStated = statedTotal !== undefined && expectedTotal !== undefined
    if (!isStated || (plus.includes('BT-110') && cents('BT-110') === undefined)) return []
    const sum = (addedTerms: readonly string[]) =>
      addedTerms.reduce((subtotal, term) => subtotal + (cents(term) ?? 0), 0)
    if (Math.abs(sum(plus) - sum(minus) - statedTotal) <= 1) return []
    return [
      { ...common, text: `The sums do not add up: ${words}.`, terms: [...plus, ...minus, total] },
    ]
  })
  const accounts = values.filter(
    ({ term, value }) => term === 'BT-84' && looksLikeIban(value) && !isIban(value),
  )
  return [
    ...ofSums,
    ...accounts.map(({ name }) => ({
      ...common,
      text: `The check digits of the IBAN (${name}) are wrong.`,
      terms: ['BT-84'],
    })),
  ]
}
