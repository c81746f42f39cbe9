/** Signs written beside amounts that stand for exactly one currency, with its ISO 4217 code. */
export const currencyBySign: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  zł: 'PLN',
  Kč: 'CZK',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  HK$: 'HKD',
  S$: 'SGD',
  NZ$: 'NZD',
  R$: 'BRL',
  RM: 'MYR',
  'Fr.': 'CHF',
}

/** Signs shared by several currencies. */
const ambiguousSigns: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK'],
  'kr.': ['SEK', 'NOK', 'DKK'],
  Rs: ['INR', 'LKR', 'PKR'],
  'Rs.': ['INR', 'LKR', 'PKR'],
}

/** Whether a sign can stand for the currency with this ISO 4217 code. */
export function canMeanCurrency(sign: string, code: string): boolean {
  return currencyBySign[sign] === code || (ambiguousSigns[sign]?.includes(code) ?? false)
}
