import { expect, test } from 'vitest'
import { fillVariables, variablesOf } from './fill-variables.ts'

const values = new Map<string, never>([
  ['seller', 'Brindle' as never],
  ['total', 41.5 as never],
  ['lines', [{ a: null }] as never],
  ['nothing', null as never],
])

test('a name without a value is refused, and an address is not called', () => {
  expect(() => fillVariables('Who is {{buyer}}?', values)).toThrow(/“buyer”/)
  expect(() => fillVariables('{{https://example.org/x[seller]}}', values)).toThrow(/example\.org/)
})

test('texts go in as they are, everything else as JSON', () => {
  expect(fillVariables('{{seller}} {{ total }} {{lines}} {{nothing}}', values)).toBe(
    'Brindle 41.5 [{"a":null}] null',
  )
})

test('the older form counts only where there is such a prompt', () => {
  expect(fillVariables('%seller% at 5% of 10% and %other%', values)).toBe(
    'Brindle at 5% of 10% and %other%',
  )
  expect(variablesOf('{{a b}} %seller% 5% of 10% %other%', [...values.keys()])).toEqual([
    'a b',
    'seller',
  ])
})

test('a prompt of a megabyte is gone through once, whatever it opens and never closes', () => {
  const million = 1_000_000
  const opening = '{'.repeat(million)
  const blank = `{{${' '.repeat(million)}`
  const percents = '%a'.repeat(million / 2)

  for (const text of [opening, blank, percents]) {
    expect(variablesOf(text, ['total'])).toEqual([])
    expect(fillVariables(text, values)).toBe(text)
  }
})

test('blanks around a name are no part of it', () => {
  expect(fillVariables('{{\n seller\t}}', values)).toBe('Brindle')
  expect(variablesOf('{{}} {{  }} {{{seller}}}', [])).toEqual([' ', 'seller'])
})
