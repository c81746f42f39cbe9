import { expect, test } from 'vitest'
import { findIbans, findInvalidIban } from './ibans.ts'
import { findIdentifiers, findPhones, findSirens, findVatIds, findWebsites } from './shapes.ts'

const valuesOf = (matches: readonly { readonly value: string }[]) =>
  matches.map(({ value }) => value)

test('finds an IBAN without spaces and without the words after it, if its check digits agree', () => {
  expect(findIbans('IBAN GB82 TRWB 0901 2783 4561 21 BIC')).toEqual([])
  expect(valuesOf(findIbans('IBAN DE89 3704 0044 0532 0130 00 BIC'))).toEqual([
    'DE89370400440532013000',
  ])
  expect(findIbans('to US1234567890')).toEqual([])
  expect(findInvalidIban('IBAN DE89 3704 0044 0532 0130 01')).toBe('DE89 3704 0044 0532 0130 01')
})

test('finds phone numbers in their printed groups', () => {
  expect(valuesOf(findPhones('call +49 6051 916 44 10 or (870)-931-0505, 01 71 17 61 67'))).toEqual(
    ['+49 6051 916 44 10', '(870)-931-0505', '01 71 17 61 67'],
  )
  expect(findPhones('from 2019-04-05, INV/2023/03/0008 or 40-42')).toEqual([])
})

test('finds VAT numbers by country, and French SIREN numbers by checksum', () => {
  expect(valuesOf(findVatIds('BTW NL810433941B01, USt DE 232 446 240'))).toEqual([
    'NL810433941B01',
    'DE 232 446 240',
  ])
  expect(findVatIds('DE 232 446')).toEqual([])
  expect(valuesOf(findSirens('RCS Paris B 732 829 320'))).toEqual(['732829320'])
  expect(valuesOf(findSirens('Siret 73282932000074'))).toEqual(['732829320'])
  expect(findSirens('RCS Paris B 732 829 321')).toEqual([])
  expect(findSirens('reference 732 829 320')).toEqual([])
})

test('finds URLs without trailing punctuation, and never the domain of an email address', () => {
  expect(valuesOf(findWebsites('see www.recto.example, or https://recto.example/a?b=1.'))).toEqual([
    'www.recto.example',
    'https://recto.example/a?b=1',
  ])
  expect(findWebsites('mail to me@www.recto.example')).toEqual([])
})

test('finds as identifier the first word with a digit, or a whole short text in capitals', () => {
  expect(valuesOf(findIdentifiers('INV/2023/03/0008 of May'))).toEqual(['INV/2023/03/0008'])
  expect(valuesOf(findIdentifiers('INV 2023-001'))).toEqual(['INV 2023-001'])
  expect(findIdentifiers('see above')).toEqual([])
})
