import { expect, test } from 'vitest'
import { findIbans, findWrongIban } from './ibans.ts'
import { findIdentifiers, findPhones, findSirens, findVatIds, findWebsites } from './shapes.ts'

const values = (found: readonly { readonly value: string }[]) => found.map(({ value }) => value)

test('finds an account without its blanks and without the words behind it, if its digits agree', () => {
  expect(findIbans('IBAN GB82 TRWB 0901 2783 4561 21 BIC')).toEqual([])
  expect(values(findIbans('IBAN DE89 3704 0044 0532 0130 00 BIC'))).toEqual([
    'DE89370400440532013000',
  ])
  expect(findIbans('to US1234567890')).toEqual([])
  expect(findWrongIban('IBAN DE89 3704 0044 0532 0130 01')).toBe('DE89 3704 0044 0532 0130 01')
})

test('finds telephone numbers, in the groups that they are written in', () => {
  expect(values(findPhones('call +49 6051 916 44 10 or (870)-931-0505, 01 71 17 61 67'))).toEqual([
    '+49 6051 916 44 10',
    '(870)-931-0505',
    '01 71 17 61 67',
  ])
  expect(findPhones('from 2019-04-05, INV/2023/03/0008 or 40-42')).toEqual([])
})

test('finds tax numbers by their country, and the French register by its sum', () => {
  expect(values(findVatIds('BTW NL810433941B01, USt DE 232 446 240'))).toEqual([
    'NL810433941B01',
    'DE 232 446 240',
  ])
  expect(findVatIds('DE 232 446')).toEqual([])
  expect(values(findSirens('RCS Paris B 732 829 320'))).toEqual(['732829320'])
  expect(values(findSirens('Siret 73282932000074'))).toEqual(['732829320'])
  expect(findSirens('RCS Paris B 732 829 321')).toEqual([])
  expect(findSirens('reference 732 829 320')).toEqual([])
})

test('finds web addresses without the punctuation behind them, and never the end of an e-mail address', () => {
  expect(values(findWebsites('see www.recto.example, or https://recto.example/a?b=1.'))).toEqual([
    'www.recto.example',
    'https://recto.example/a?b=1',
  ])
  expect(findWebsites('mail to me@www.recto.example')).toEqual([])
})

test('takes the first word with a digit, or short capitals as a whole, for an identifier', () => {
  expect(values(findIdentifiers('INV/2023/03/0008 of May'))).toEqual(['INV/2023/03/0008'])
  expect(values(findIdentifiers('INV 2023-001'))).toEqual(['INV 2023-001'])
  expect(findIdentifiers('see above')).toEqual([])
})
