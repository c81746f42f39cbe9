import type { TakenAmount } from './execution.ts'

const whole = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

export const costText = ({ cost }: Pick<TakenAmount, 'cost'>): string =>
  cost === null ? 'at a price that is not known' : dollars.format(cost)

export const usedText = ({ pages, tokens }: TakenAmount): string =>
  `${counted(pages, 'page')}, ${counted(tokens, 'token')}`

/** Formats pages, tokens and cost. */
export const amountText = (amount: TakenAmount): string =>
  `${usedText(amount)}, ${costText(amount)}`

const counted = (count: number, noun: string) =>
  `${whole.format(count)} ${count === 1 ? noun : `${noun}s`}`
