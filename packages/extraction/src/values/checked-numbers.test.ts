import { expect, test } from 'vitest'
import { findRanges } from './find-ranges.ts'
import { findIbans, findWrongIban } from './ibans.ts'
import { findVatIds } from './shapes.ts'

test('an account is mended where letters stand for digits and the check digits then agree', () => {
  const [found] = findIbans('IBAN DE89 37O4 0044 0532 0l30 00')

  expect(found).toMatchObject({
    value: 'DE89370400440532013000',
    mended: 'DE89 37O4 0044 0532 0l30 00',
  })
})

test('no digit is changed, and what still does not agree is no account', () => {
  expect(findIbans('DE89 3704 0044 0532 0130 01')).toEqual([])
  expect(findWrongIban('DE89 3704 0044 0532 0130 01')).toBe('DE89 3704 0044 0532 0130 01')
  expect(findWrongIban('DE89 3704 0044 0532 0130 00')).toBeUndefined()
})

test('a VAT number is mended by its check digits only', () => {
  expect(findVatIds('USt-ID DE1366957B6').map(({ value }) => value)).toEqual([])
  expect(findVatIds('USt-ID DEI36695976').map(({ value }) => value)).toEqual(['DE136695976'])
})

test('ranges of days, also where the first has no year or no month', () => {
  const days = (text: string) => findRanges(text).map(({ first, last }) => [first.iso, last.iso])

  expect(days('du 01/06/2015 au 30/06/2015')).toEqual([['2015-06-01', '2015-06-30']])
  expect(days('01.05.14-31.05.14')).toEqual([['2014-05-01', '2014-05-31']])
  expect(days('1 to 31 January 2026')).toEqual([['2026-01-01', '2026-01-31']])
  expect(days('period July 1 - July 31 , 2014')).toEqual([['2014-07-01', '2014-07-31']])
  expect(days('4 May 2026 and 9 May 2026')).toEqual([])
})
