import { expect, expectTypeOf, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { fieldIn, toWireNames } from './wire-names.ts'

const names = { name: 'tool_name', author: 'author' } as const

test('fields are sent under their names on the wire, and those that are not there stay away', () => {
  const wireFields = toWireNames({ name: 'Invoices' }, names)

  expect(wireFields).toEqual({ tool_name: 'Invoices' })
  expectTypeOf(wireFields).toEqualTypeOf<{ tool_name: string }>()
})

test('a refusal speaks of our fields again; what has no name of ours keeps its own', () => {
  const refusal = new Refusal({
    kind: 'validation_error',
    status: 400,
    failures: [
      { attr: 'tool_name', code: 'unique', detail: 'This name is taken.' },
      { attr: 'icon', code: 'invalid', detail: 'This is no picture.' },
      { attr: null, code: 'error', detail: 'Try later.' },
    ],
  })

  const pageRefusal = refusal.withFields(fieldIn(names))

  expect(pageRefusal.failures.map(({ attr }) => attr)).toEqual(['name', 'icon', null])
  expect(pageRefusal).toMatchObject({
    kind: 'validation_error',
    status: 400,
    message: refusal.message,
  })
})
