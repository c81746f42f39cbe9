import type { Chance } from './chance.ts'

/** Number of characters after the check digits, and of the bank letters that they begin with. */
const ibanForms: Readonly<Record<string, readonly [length: number, letters: number]>> = {
  GB: [18, 4],
  DE: [18, 0],
  FR: [23, 0],
  ES: [20, 0],
  IT: [23, 0],
  NL: [14, 4],
  PT: [21, 0],
  PL: [24, 0],
  CZ: [20, 0],
  SE: [20, 0],
}

const bankLetters = ['MIDL', 'ABNA', 'RABO', 'NORD', 'KRED', 'SPAR']

/** Generates an IBAN with valid check digits (ISO 13616) of a bank that does not exist. */
export function ibanOf(country: string, chance: Chance): string {
  const [length, letters] = ibanForms[country] ?? [18, 0]
  const bank = letters > 0 ? chance.pick(bankLetters) : ''
  const control = country === 'IT' ? 'X' : ''
  const own = control + bank + chance.digits(length - bank.length - control.length)
  const ibanDigits = `${own}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  const rest = [...ibanDigits].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0)
  return `${country}${String(98 - rest).padStart(2, '0')}${own}`
}

export const inFours = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

export const bicOf = (country: string, chance: Chance): string =>
  `${chance.pick(bankLetters)}${country}${chance.pick(['2A', 'PP', 'FF', 'MM'])}${chance.pick(['', 'XXX'])}`

const weightedSum = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)

const vatForms: Readonly<Record<string, (chance: Chance) => string>> = {
  GB(chance) {
    const digits = chance.digits(7)
    const rest = weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 97
    return `GB${digits}${String(97 - rest).padStart(2, '0')}`
  },
  DE(chance) {
    const digits = chance.digits(8)
    const product = [...digits].reduce((previous, digit) => {
      const sum = (Number(digit) + previous) % 10
      return (2 * (sum === 0 ? 10 : sum)) % 11
    }, 10)
    return `DE${digits}${(11 - product) % 10}`
  },
  FR(chance) {
    const siren = appendLuhnDigit(chance.digits(8))
    return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
  },
  ES: (chance) => `ESB${appendLuhnDigit(chance.digits(7))}`,
  IT: (chance) => `IT${appendLuhnDigit(chance.digits(10))}`,
  NL(chance) {
    for (;;) {
      const digits = chance.digits(8)
      const check = weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
      if (check < 10) return `NL${digits}${check}B01`
    }
  },
  PT(chance) {
    const digits = `5${chance.digits(7)}`
    const check = 11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
    return `PT${digits}${check > 9 ? 0 : check}`
  },
  PL(chance) {
    for (;;) {
      const digits = chance.digits(9)
      const check = weightedSum(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11
      if (check < 10) return `PL${digits}${check}`
    }
  },
  CZ(chance) {
    const digits = chance.digits(7)
    const rest = 11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)
    return `CZ${digits}${rest % 10}`
  },
  SE: (chance) => `SE${appendLuhnDigit(`55${chance.digits(7)}`)}01`,
}

/** Generates a VAT number in the format of its country, with check digits where they are simple. */
export function vatIdOf(country: string, chance: Chance): string {
  const make = vatForms[country]
  if (!make) throw new Error(`There is no form of VAT ids of ${country}.`)
  return make(chance)
}

/** Appends the Luhn check digit. */
function appendLuhnDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((all, digit, i) => {
    const product = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return all + (product > 9 ? product - 9 : product)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
