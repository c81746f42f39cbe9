import type { Question } from '@recto/provider-spec/answer'
import { canMeanCurrency, currencyBySign } from '../values/currency-signs.ts'
import { foldKeepingOffsets } from '../values/fold.ts'
import { codeByCurrencyName, currencyName, isoCode } from './find-currency.ts'
import type { PreparedDocument } from './prepare-document.ts'
import type { Finding } from './read-typed-value.ts'

const signs = [...Object.keys(currencyBySign), '$', '¥']

/** The codes, signs and names of currencies in a text; a name is given as its code. */
function findCurrencies(text: string): readonly string[] {
  const names = foldKeepingOffsets(text).match(currencyName) ?? []
  return [
    ...[...text.matchAll(isoCode)].map(([code]) => code),
    ...names.map((name) => codeByCurrencyName.get(name) ?? name),
    ...signs.filter((sign) => !/\p{L}/u.test(sign) && text.includes(sign)),
  ]
}

const isSameCurrency = (a: string, b: string): boolean =>
  a === b || canMeanCurrency(a, b) || canMeanCurrency(b, a)

/**
 * Whether an amount can be in the currency that a question names: the one beside the amount, or else
 * the usual one of the document.
 */
export function isInRequestedCurrency(
  { document, rows }: PreparedDocument,
  { place, foundBy = [] }: Finding,
  { prompt, type }: Question,
  usualCurrency: Finding | undefined,
): boolean {
  const requestedCodes = type === 'number' ? findCurrencies(prompt) : []
  if (requestedCodes.length === 0) return true
  const [first = -1] = place.words
  const row = rows.find(
    ({ page, cells }) => page === place.page && cells.some(({ words }) => words.includes(first)),
  )
  const texts = [
    ...place.words.map((word) => document.pages[place.page]?.words[word]?.text ?? ''),
    ...foundBy.map((reason) => (reason.kind === 'label' ? reason.label : '')),
    ...(row?.cells.map(({ text }) => text) ?? []),
  ]
  const nearCodes = texts.flatMap(findCurrencies)
  const documentCodes =
    nearCodes.length > 0 || !usualCurrency ? nearCodes : [String(usualCurrency.value)]
  return (
    documentCodes.length === 0 ||
    documentCodes.some((one) => requestedCodes.some((code) => isSameCurrency(one, code)))
  )
}
