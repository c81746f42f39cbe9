/** Adds the fraction of a second to a time, without zeros at its end. */
export function withFraction(seconds: string, fraction: string): string {
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end -= 1
  return end === 0 ? seconds : `${seconds}.${fraction.slice(0, end)}`
}
