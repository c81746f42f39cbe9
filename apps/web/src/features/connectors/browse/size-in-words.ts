const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** How large a file is, to three digits: `4.34 KB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 5)
  const amount = bytes / 1024 ** power
  return `${amount.toLocaleString('en-US', { maximumSignificantDigits: Math.max(3, digitsOf(amount)) })} ${units[power]}`
}

/** Before the point: nothing that is whole is rounded away. */
const digitsOf = (amount: number): number => Math.floor(amount).toString().length
