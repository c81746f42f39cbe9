import { expect, test } from 'vitest'
import { toCellText } from './mssql-rows.ts'

const timeOf = (text: string, nanosecondsDelta = 0) =>
  Object.assign(new Date(text), { nanosecondsDelta })

test.each([
  ['NVarChar', 'ü', {}, 'ü'],
  ['Int', null, {}, null],
  ['BigInt', '9007199254740993', {}, '9007199254740993'],
  ['BitN', true, {}, 'true'],
  ['DecimalN', 12.5, { precision: 38, scale: 10 }, '12.5000000000'],
  ['DecimalN', -0.1, { precision: 10, scale: 2 }, '-0.10'],
  ['NumericN', 44999999999999.99, { precision: 20, scale: 2 }, '44999999999999.99'],
  ['MoneyN', 1234567.0001, {}, '1234567.0001'],
  ['FloatN', 0.1, {}, '0.1'],
  ['FloatN', Math.fround(0.1), {}, '0.1'],
  ['FloatN', 1e300, {}, '1e+300'],
  ['Date', timeOf('2026-01-31T00:00:00Z'), {}, '2026-01-31'],
  ['DateTime2', timeOf('2026-01-31T10:11:12.120Z', 0.0000345), {}, '2026-01-31T10:11:12.1200345'],
  ['DateTimeN', timeOf('2026-01-31T00:00:00Z'), {}, '2026-01-31T00:00:00'],
  ['DateTimeOffset', timeOf('2026-01-31T10:10:10Z'), {}, '2026-01-31T10:10:10Z'],
  ['Time', timeOf('1970-01-01T10:00:00Z'), {}, '10:00:00'],
  ['VarBinary', Buffer.from([1, 255]), {}, '0x01ff'],
])('%s %s is read exactly', (name, value, metadata, text) => {
  const cell = { value, metadata: { colName: 'a', type: { name }, ...metadata } }
  expect(toCellText(cell)).toBe(text)
})

test.each([
  ['DecimalN', 1234567.5, { precision: 38, scale: 10 }],
  ['NumericN', 45071992547409.93, { precision: 38, scale: 2 }],
  ['MoneyN', 922337203685477.5, {}],
  ['Variant', 0.1, {}],
])('%s %s may be rounded, and is refused with what to do', (name, value, metadata) => {
  const cell = { value, metadata: { colName: 'open', type: { name }, ...metadata } }
  expect(() => toCellText(cell)).toThrow('“open” has numbers with too many digits')
})
