import { asDigit, likeDigit } from './confusable.ts'
import type { Shape } from './shape.ts'

/** Check digits of VAT numbers by the rules that the member states publish for VIES, on the digits behind the country. */
const checks: Readonly<
  Record<string, { readonly length: number; readonly isValid: (n: string) => boolean }>
> = {
  BE: { length: 10, isValid: (n) => 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8)) },
  DE: { length: 9, isValid: isMod11And10 },
  DK: { length: 8, isValid: (n) => weighted(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  FI: { length: 8, isValid: (n) => weighted(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: {
    length: 11,
    isValid: (n) => (12 + 3 * (Number(n.slice(2)) % 97)) % 97 === Number(n.slice(0, 2)),
  },
  IT: { length: 11, isValid: isLuhn },
  PL: {
    length: 10,
    isValid: (n) => weighted(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(n[9]),
  },
  PT: {
    length: 9,
    isValid: (n) =>
      ((11 - (weighted(n, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(n[8]),
  },
  SE: { length: 12, isValid: (n) => isLuhn(n.slice(0, 10)) },
}

const written = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<country>${Object.keys(checks).join('|')})\s?(?<digits>[${likeDigit}](?:\s?[${likeDigit}]){7,11})(?![\p{L}\p{N}])`,
  'gu',
)

/** The VAT numbers of a text in which letters stand for digits, where the check digits prove the mended number. */
export function findMendedVatIds(text: string): readonly Shape[] {
  return [...text.matchAll(written)].flatMap((match) => {
    const { country = '', digits = '' } = match.groups ?? {}
    const mended = [...digits.replace(/\s/g, '')].map(asDigit).join('')
    const check = checks[country]
    const isProven = mended.length === check?.length && check.isValid(mended)
    if (!isProven || mended === digits.replace(/\s/g, '')) return []
    const start = match.index
    return [{ start, end: start + match[0].length, value: country + mended, mended: match[0] }]
  })
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
}

/** ISO 7064 mod 11,10. */
function isMod11And10(digits: string): boolean {
  const product = [...digits.slice(0, -1)].reduce((carried, digit) => {
    const sum = (Number(digit) + carried) % 10 || 10
    return (2 * sum) % 11
  }, 10)
  return (11 - product) % 10 === Number(digits.at(-1))
}

/** The sum of Luhn, in which every second digit from the right but one is doubled. */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
