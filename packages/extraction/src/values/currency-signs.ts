/** What is written beside amounts, with the one currency that it means. */
export const currencyOfSign: Readonly<Record<string, string>> = {
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

/** Signs that more than one currency has. */
const shared: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK'],
  'kr.': ['SEK', 'NOK', 'DKK'],
  Rs: ['INR', 'LKR', 'PKR'],
  'Rs.': ['INR', 'LKR', 'PKR'],
}

/** Whether a sign may stand for a currency by its ISO 4217 code. */
export function mayMean(sign: string, code: string): boolean {
  return currencyOfSign[sign] === code || (shared[sign]?.includes(code) ?? false)
}
