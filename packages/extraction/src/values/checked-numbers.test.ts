import { expect, test } from 'vitest'
import { findDateRanges } from './find-date-ranges.ts'
import { findIbans, findInvalidIban } from './ibans.ts'
import { findVatIds } from './shapes.ts'

test('corrects an IBAN with letters in place of digits when its check digits then agree', () => {
  const [iban] = findIbans('IBAN DE89 37O4 0044 0532 0l30 00')

  expect(iban).toMatchObject({
    value: 'DE89370400440532013000',
    printedText: 'DE89 37O4 0044 0532 0l30 00',
  })
})

test('never changes a digit, and rejects an IBAN with wrong check digits', () => {
  expect(findIbans('DE89 3704 0044 0532 0130 01')).toEqual([])
  expect(findInvalidIban('DE89 3704 0044 0532 0130 01')).toBe('DE89 3704 0044 0532 0130 01')
  expect(findInvalidIban('DE89 3704 0044 0532 0130 00')).toBeUndefined()
})

test('corrects a VAT number only when its check digits prove the correction', () => {
  expect(findVatIds('USt-ID DE1366957B6').map(({ value }) => value)).toEqual([])
  expect(findVatIds('USt-ID DEI36695976').map(({ value }) => value)).toEqual(['DE136695976'])
})

test('finds date ranges, also when the first day has no year or no month', () => {
  const days = (text: string) =>
    findDateRanges(text).map(({ first, last }) => [first.iso, last.iso])

  expect(days('du 01/06/2015 au 30/06/2015')).toEqual([['2015-06-01', '2015-06-30']])
  expect(days('01.05.14-31.05.14')).toEqual([['2014-05-01', '2014-05-31']])
  expect(days('1 to 31 January 2026')).toEqual([['2026-01-01', '2026-01-31']])
  expect(days('period July 1 - July 31 , 2014')).toEqual([['2014-07-01', '2014-07-31']])
  expect(days('4 May 2026 and 9 May 2026')).toEqual([])
})
