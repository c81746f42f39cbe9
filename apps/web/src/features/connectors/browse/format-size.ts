const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Formats the size of a file with three digits: `4.34 KB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 5)
  const amount = bytes / 1024 ** power
  return `${amount.toLocaleString('en-US', { maximumSignificantDigits: Math.max(3, digitsOf(amount)) })} ${units[power]}`
}

/** Counts the digits before the decimal point, so that whole units are never rounded away. */
const digitsOf = (amount: number): number => Math.floor(amount).toString().length
