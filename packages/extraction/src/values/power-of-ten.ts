type PowerGroups = Readonly<Record<string, string | undefined>>

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * Returns the digits with the power of ten that is printed behind them, in the notation of programs.
 * In `4.5 × 10^9/L` the power may belong to the number or to its unit.
 */
export function addPowerOfTen(digits: string, groups: PowerGroups): readonly string[] {
  const exponent = findExponent(groups)
  if (exponent === undefined) return [digits]
  if (groups.shortExponent !== undefined || groups.shortSuperscript !== undefined)
    return [`1e${exponent}`]
  const whole = `${digits}e${exponent}`
  return groups.perUnit === undefined ? [whole] : [digits, whole]
}

/** Returns the power of ten that is printed behind a number. */
export function findExponent(groups: PowerGroups): string | undefined {
  const {
    exponent,
    shortExponent,
    programExponent,
    signedExponent,
    superscript,
    shortSuperscript,
  } = groups
  const printedExponent = exponent ?? shortExponent ?? programExponent ?? signedExponent
  if (printedExponent !== undefined) return printedExponent.replace('−', '-')
  const raisedExponent = superscript ?? shortSuperscript
  if (raisedExponent === undefined) return undefined
  return [...raisedExponent].map(toDigitOnLine).join('')
}

function toDigitOnLine(sign: string): string {
  if (sign === '⁻') return '-'
  return sign === '⁺' ? '+' : String(superscripts.indexOf(sign))
}
