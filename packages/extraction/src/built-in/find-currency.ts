import type { FoundBy } from '@recto/provider-spec/explanation'
import { type Passage, slicePassage } from '../align/passage.ts'
import { currencyOfSign } from '../values/currency-signs.ts'
import { foldInPlace } from '../values/fold.ts'
import { findNumbers } from '../values/parse-number.ts'
import { languages } from '../vocabulary/languages.ts'
import { derivedFinding, toldBy } from './explained.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

const isoCodes =
  'EUR|USD|GBP|CHF|INR|CAD|AUD|NZD|SGD|HKD|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|MYR|BRL|MXN|ZAR|AED'
const isoCode = new RegExp(`(?<![\\p{L}\\p{N}])(?:${isoCodes})(?![\\p{L}])`, 'gu')

/** Currencies in words, whole and without regard to case, with what each means. */
const inLanguages: ReadonlyMap<string, string> = new Map(
  languages.flatMap(({ currencies }) =>
    Object.entries(currencies).flatMap(([code, words = []]) =>
      words.map((word) => [foldInPlace(word), code] as const),
    ),
  ),
)
const spelledOut = new RegExp(
  String.raw`(?<!\p{L})(?:${[...inLanguages.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?!\p{L})`,
  'u',
)

type Sign = { readonly sign: string; readonly part: Passage }

/** The currency as ISO 4217: named by its code, by its sign beside most amounts, or in words. */
export function findCurrency(prepared: PreparedDocument): Finding | undefined {
  const signs = signsOf(prepared)
  const usual = mostUsual(signs.filter(({ sign }) => codeOf(prepared, sign) !== undefined))
  if (!usual) return findCode(prepared) ?? inWords(prepared)
  const { part, sign, most } = usual
  const code = codeOf(prepared, sign) ?? sign
  const found =
    code === sign ? finding(part, code, code) : derivedFinding(part, code, 'currency-sign')
  return toldBy(found, most)
}

/** The sign that stands beside most amounts, as it is written. */
export function findCurrencySign(prepared: PreparedDocument): Finding | undefined {
  const usual = mostUsual(signsOf(prepared).filter(({ sign }) => !/^[A-Z]{3}$/.test(sign)))
  return usual && toldBy(finding(usual.part, usual.sign, usual.sign), usual.most)
}

/** A dollar or a rupee is that of a country, which something else in the document must tell. */
function codeOf({ text }: PreparedDocument, sign: string): string | undefined {
  if (currencyOfSign[sign]) return currencyOfSign[sign]
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

const signsIn = new WeakMap<PreparedDocument, readonly Sign[]>()

/** Those of the code and those of the sign are the same. */
function signsOf(prepared: PreparedDocument): readonly Sign[] {
  const found = signsIn.get(prepared) ?? findSigns(prepared)
  signsIn.set(prepared, found)
  return found
}

function findSigns({ document, rows }: PreparedDocument): readonly Sign[] {
  return rows
    .flatMap((row) => row.cells)
    .flatMap((cell) =>
      findNumbers(cell.text).flatMap(({ start, currency }): readonly Sign[] => {
        if (currency === undefined) return []
        const at = cell.text.indexOf(currency, start)
        const part = slicePassage(document, cell, at, at + currency.length)
        return part ? [{ sign: currency, part }] : []
      }),
    )
}

type Usual = Sign & { readonly most: FoundBy }

function mostUsual(signs: readonly Sign[]): Usual | undefined {
  const groups = [...Map.groupBy(signs, ({ sign }) => sign).values()]
  const [most] = groups.toSorted((a, b) => b.length - a.length)
  const first = most?.[0]
  return first && { ...first, most: { kind: 'most', count: most.length, of: signs.length } }
}

function findCode({ document, rows }: PreparedDocument): Finding | undefined {
  const found = rows
    .flatMap((row) => row.cells)
    .flatMap((cell) =>
      [...cell.text.matchAll(isoCode)].flatMap((match) => {
        const part = slicePassage(document, cell, match.index, match.index + match[0].length)
        return part ? [toldBy(finding(part, match[0], match[0]), onlyCode)] : []
      }),
    )
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined
}

const onlyCode: FoundBy = { kind: 'only', what: 'code of a currency' }

function inWords({ document, rows }: PreparedDocument): Finding | undefined {
  for (const cell of rows.flatMap((row) => row.cells)) {
    const match = foldInPlace(cell.text).match(spelledOut)
    const code = match && inLanguages.get(match[0])
    if (!match || !code) continue
    const start = match.index ?? 0
    const part = slicePassage(document, cell, start, start + match[0].length)
    if (part) return derivedFinding(part, code, 'currency-name')
  }
  return undefined
}
