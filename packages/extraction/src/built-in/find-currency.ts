import type { ExplanationFinding } from '@recto/provider-spec/explanation'
import { type Passage, slicePassage } from '../align/passage.ts'
import { currencyBySign } from '../values/currency-signs.ts'
import { foldKeepingOffsets } from '../values/fold.ts'
import { findNumbers } from '../values/parse-number.ts'
import { languages } from '../vocabulary/languages.ts'
import { addReasons, toDerivedFinding } from './explanations.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

const isoCodes =
  'EUR|USD|GBP|CHF|INR|CAD|AUD|NZD|SGD|HKD|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|MYR|BRL|MXN|ZAR|AED'
export const isoCode = new RegExp(`(?<![\\p{L}\\p{N}])(?:${isoCodes})(?![\\p{L}])`, 'gu')

/** Names of currencies in all languages, with their codes. */
export const codeByCurrencyName: ReadonlyMap<string, string> = new Map(
  languages.flatMap(({ currencies }) =>
    Object.entries(currencies).flatMap(([code, words = []]) =>
      words.map((word) => [foldKeepingOffsets(word), code] as const),
    ),
  ),
)
export const currencyName = new RegExp(
  String.raw`(?<!\p{L})(?:${[...codeByCurrencyName.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?!\p{L})`,
  'u',
)

type CurrencySign = { readonly sign: string; readonly part: Passage }

/**
 * Finds the ISO 4217 code of the currency: from the sign beside most amounts, from a printed code,
 * or from its name.
 */
export function findCurrency(preparedDocument: PreparedDocument): Finding | undefined {
  const signs = getSigns(preparedDocument)
  const usual = findCommonSign(
    signs.filter(({ sign }) => findCodeOfSign(preparedDocument, sign) !== undefined),
  )
  if (!usual) return findCode(preparedDocument) ?? findInWords(preparedDocument)
  const { part, sign, reason } = usual
  const code = findCodeOfSign(preparedDocument, sign) ?? sign
  const finding =
    code === sign ? toFinding(part, code, code) : toDerivedFinding(part, code, 'currency-sign')
  return addReasons(finding, reason)
}

/** Finds the sign beside most amounts, as printed. */
export function findCurrencySign(preparedDocument: PreparedDocument): Finding | undefined {
  const usual = findCommonSign(
    getSigns(preparedDocument).filter(({ sign }) => !/^[A-Z]{3}$/.test(sign)),
  )
  return usual && addReasons(toFinding(usual.part, usual.sign, usual.sign), usual.reason)
}

/** The country of a dollar or rupee must follow from something else in the document. */
function findCodeOfSign({ text }: PreparedDocument, sign: string): string | undefined {
  if (currencyBySign[sign]) return currencyBySign[sign]
  if (isoCodes.split('|').includes(sign)) return sign
  if (/^Rs\.?$/.test(sign)) return /GSTIN|\bIndia\b|\bPAN\b/.test(text) ? 'INR' : undefined
  if (sign !== '$') return undefined
  if (/\bUSD\b|US\$|US dollars?|United States/i.test(text)) return 'USD'
  return /,? (?:AL|AZ|CA|CO|CT|DC|DE|FL|GA|IL|IN|MA|MD|MI|MN|MO|NC|NJ|NV|NY|OH|OR|PA|TN|TX|UT|VA|WA|WI)\s+\d{5}\b/.test(
    text,
  )
    ? 'USD'
    : undefined
}

const signsByDocument = new WeakMap<PreparedDocument, readonly CurrencySign[]>()

/** Currency signs and codes printed beside amounts, cached by document. */
function getSigns(preparedDocument: PreparedDocument): readonly CurrencySign[] {
  const signs = signsByDocument.get(preparedDocument) ?? findSigns(preparedDocument)
  signsByDocument.set(preparedDocument, signs)
  return signs
}

function findSigns({ document, rows }: PreparedDocument): readonly CurrencySign[] {
  return rows
    .flatMap((row) => row.cells)
    .flatMap((cell) =>
      findNumbers(cell.text).flatMap(({ start, currency }): readonly CurrencySign[] => {
        if (currency === undefined) return []
        const signStart = cell.text.indexOf(currency, start)
        const part = slicePassage(document, cell, signStart, signStart + currency.length)
        return part ? [{ sign: currency, part }] : []
      }),
    )
}

type FrequentSign = CurrencySign & { readonly reason: ExplanationFinding }

function findCommonSign(signs: readonly CurrencySign[]): FrequentSign | undefined {
  const groups = [...Map.groupBy(signs, ({ sign }) => sign).values()]
  const [commonGroup] = groups.toSorted((a, b) => b.length - a.length)
  const first = commonGroup?.[0]
  return (
    first && { ...first, reason: { kind: 'most', count: commonGroup.length, of: signs.length } }
  )
}

const onlyCodeReason: ExplanationFinding = { kind: 'only', what: 'currency code' }

function findCode({ document, rows }: PreparedDocument): Finding | undefined {
  const findings = rows
    .flatMap((row) => row.cells)
    .flatMap((cell) =>
      [...cell.text.matchAll(isoCode)]
        .map((match) => {
          const part = slicePassage(document, cell, match.index, match.index + match[0].length)
          return part ? addReasons(toFinding(part, match[0], match[0]), onlyCodeReason) : undefined
        })
        .filter((value) => value !== undefined),
    )
  return new Set(findings.map(({ value }) => value)).size === 1 ? findings[0] : undefined
}

function findInWords({ document, rows }: PreparedDocument): Finding | undefined {
  for (const cell of rows.flatMap((row) => row.cells)) {
    const match = foldKeepingOffsets(cell.text).match(currencyName)
    const code = match && codeByCurrencyName.get(match[0])
    if (!match || !code) continue
    const start = match.index ?? 0
    const part = slicePassage(document, cell, start, start + match[0].length)
    if (part) return toDerivedFinding(part, code, 'currency-name')
  }
  return undefined
}
