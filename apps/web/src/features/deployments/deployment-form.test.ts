import { expect, test } from 'vitest'
import { failuresOf, suggestedApiName } from './deployment-form.ts'

const saidOf = (apiName: string) =>
  failuresOf({ displayName: 'Invoices', description: '', apiName, workflowId: 'w' }).get('apiName')

test.each([
  ['', 'Please enter API Name'],
  ['   ', 'Please enter API Name'],
  ['two words', 'Only letters, numbers, hyphen and underscores are allowed'],
  ['größe', 'Only letters, numbers, hyphen and underscores are allowed'],
  ['a'.repeat(31), 'Maximum 30 characters only allowed'],
  ['a'.repeat(30), undefined],
  ['Invoices_2026-06', undefined],
])(
  'the API name “%s” is held to its letters and length [DP-012 DP-013 DP-014]',
  (name, message) => {
    expect(saidOf(name)).toBe(message)
  },
)

test.each([
  ['Purchase Orders (EU)', 'purchase_orders_eu'],
  ['  Invoices  ', 'invoices'],
  ['A name that is much longer than thirty characters', 'a_name_that_is_much_longer_tha'],
  ['???', ''],
])('“%s” suggests the API name “%s”', (displayName, name) => {
  expect(suggestedApiName(displayName)).toBe(name)
  expect(name === '' || saidOf(name) === undefined).toBe(true)
})
