import type { Chance } from './chance.ts'
import type { Words } from './words.ts'

/** Notation of amounts and dates in one document. */
export type PrintStyle = {
  readonly currency: string
  /** Formats an amount, with the currency if the document prints it with every amount. */
  readonly money: (amount: number) => string
  /** Formats an amount without the currency. */
  readonly bare: (amount: number) => string
  /** Formats a percentage. */
  readonly rate: (percent: number) => string
  readonly day: (iso: string) => string
  /** Whether amounts are printed with the currency. */
  readonly hasCurrency: boolean
}

export function writingOf(words: Words, chance: Chance): PrintStyle {
  const [code = '', sign = '', side = 'after'] = (words.list('currency')[0] ?? '').split(' ')
  const [decimal = '.', thousands = ''] = (words.list('numbers')[0] ?? '').split(' ')
  const style = chance.pick(['sign', 'sign', 'code', 'none'] as const)
  const isGrouped = chance.happens(0.8)
  const pattern = chance.pick(words.list('dates'))
  const months = words.list('months')
  const bare = (amount: number) =>
    decimals(amount, decimal, isGrouped ? thousands.replace('_', ' ') : '')
  const money = (amount: number) => {
    if (style === 'none') return bare(amount)
    if (style === 'code') return `${bare(amount)} ${code}`
    return side === 'before'
      ? `${sign}${words.language === 'nl' ? ' ' : ''}${bare(amount)}`
      : `${bare(amount)} ${sign}`
  }
  return {
    currency: code,
    hasCurrency: style !== 'none',
    bare,
    money,
    rate: (percent) => `${String(percent).replace('.', decimal)}${chance.pick(['%', ' %'])}`,
    day: (iso) => formatDay(iso, pattern, months),
  }
}

function decimals(amount: number, decimal: string, thousands: string): string {
  const [whole = '', cents = ''] = Math.abs(amount).toFixed(2).split('.')
  const integerDigits = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return `${amount < 0 ? '-' : ''}${integerDigits}${decimal}${cents}`
}

function formatDay(iso: string, pattern: string, months: readonly string[]): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const name = months[Number(month) - 1] ?? ''
  const parts: Readonly<Record<string, string>> = {
    YYYY: year,
    YY: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    DD: day,
    D: String(Number(day)),
  }
  return pattern.replace(/YYYY|YY|MMMM|MMM|MM|M|DD|D/g, (part) => parts[part] ?? '')
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10)
}

export const toCents = (amount: number): number => Math.round(amount * 100) / 100
