export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Formats dollars with up to four decimals, because most amounts are small. */
export const shownDollars = (dollars: number): string =>
  `$${dollars.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
