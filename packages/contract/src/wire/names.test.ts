import { expect, test } from 'vitest'
import { nameText, showHiddenCharacters } from './names.ts'

const name = nameText(40)

test.each([
  ['a line break', 'Invoices\nand more'],
  ['a tab', 'Invoices\tand more'],
  ['an escape', 'Invoices\u001b[31m'],
  ['a control character beyond ASCII', 'Invoices\u0085'],
  ['a line separator', 'Invoices\u2028and more'],
  ['a paragraph separator', 'Invoices\u2029and more'],
  ['an override', 'Invoices \u202efdp.exe'],
  ['an embedding', '\u202aInvoices\u202c'],
  ['an isolate', '\u2067Invoices\u2069'],
  ['a mark of direction', 'Invoices\u200f!'],
  ['an Arabic mark of direction', 'Invoices\u061c!'],
])('a name with %s is refused', (_mark, text) => {
  const { success, error } = name.safeParse(text)

  expect(success).toBe(false)
  expect(error?.issues[0]?.message).toContain('invisible characters')
})

test.each([
  'فواتير الموردين 2026',
  'خانه‌ها و می‌خواهم',
  'חשבוניות – ספק בע״מ',
  'Rechnungen (Müller & Söhne)',
  'क्षत्रिय श्र‍ी',
  '請求書 2026年',
  'Familie 👨‍👩‍👧',
])('%s is a name', (text) => {
  expect(name.parse(` ${text}\n`)).toBe(text)
})

test('the name of a file shows where hidden characters are', () => {
  expect(showHiddenCharacters('invoice\u202efdp.exe')).toBe('invoice fdp.exe')
  expect(showHiddenCharacters('חשבונית.pdf')).toBe('חשבונית.pdf')
})
