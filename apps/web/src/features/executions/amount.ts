import type { UsedAmount } from './execution.ts'

const wholeNumber = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

export const costText = ({ cost }: Pick<UsedAmount, 'cost'>): string =>
  cost === null ? 'unknown cost' : dollars.format(cost)

export const usageText = ({ pages, tokens, cachedTokens }: UsedAmount): string => {
  const cacheNote = cachedTokens > 0 ? ` (${wholeNumber.format(cachedTokens)} from a cache)` : ''
  return `${countText(pages, 'page')}, ${countText(tokens, 'token')}${cacheNote}`
}

/** Formats pages, tokens and cost. */
export const amountText = (amount: UsedAmount): string =>
  `${usageText(amount)}, ${costText(amount)}`

const countText = (count: number, noun: string) =>
  `${wholeNumber.format(count)} ${count === 1 ? noun : `${noun}s`}`
