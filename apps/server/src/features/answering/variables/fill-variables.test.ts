import type { Json } from '@recto/provider-spec/answer'
import { expect, test } from 'vitest'
import { fillVariables } from './fill-variables.ts'
import { listReferencedKeys } from './parse-variables.ts'

const knownValues = new Map<string, Json>([
  ['seller', 'Brindle'],
  ['total', 41.5],
  ['lines', [{ a: null }]],
  ['nothing', null],
  ['tricky', '{{seller}} %seller%'],
])
const customData = { buyer: { name: 'Ada', tags: ['x'] }, tax: 7 }
const fill = (text: string, requests: string[] = []) =>
  fillVariables(text, {
    knownValues,
    customData,
    async askAddress(url, value) {
      requests.push(`${url} ${value}`)
      return `reply ${requests.length}`
    },
  })

test('rejects a name without a value, missing custom data, and an address without a value to send', async () => {
  await expect(fill('Who is {{buyer}}?')).rejects.toThrow(/“buyer”/)
  await expect(fill('{{custom_data.buyer.age}}')).rejects.toThrow(/“custom_data.buyer.age”/)
  await expect(fill('{{custom_data.tax.rate}}')).rejects.toThrow(/custom_data.tax.rate/)
  await expect(fill('{{custom_data.toString}}')).rejects.toThrow(/is not in the custom data/)
  await expect(fill('{{https://example.org/x}}')).rejects.toThrow(
    /does not specify which prompt’s value to send/,
  )
  await expect(fill('{{https://example.org/x[buyer]}}')).rejects.toThrow(/“buyer”/)
})

test('inserts texts unchanged and everything else as JSON', async () => {
  expect(await fill('{{seller}} {{ total }} {{lines}} {{nothing}}')).toBe(
    'Brindle 41.5 [{"a":null}] null',
  )
  expect(await fill('{{custom_data.buyer.name}} {{custom_data.buyer}} {{custom_data.tax}}')).toBe(
    'Ada {"name":"Ada","tags":["x"]} 7',
  )
})

test('does not expand variables inside values', async () => {
  expect(await fill('{{tricky}} {{seller}}')).toBe('{{seller}} %seller% Brindle')
})

test('sends a value to an address once, however often the prompt repeats it', async () => {
  const postedBodies: string[] = []
  const address = '{{https://example.org/rates[total]}}'
  expect(
    await fill(`${address} or ${address}; {{https://example.org/a[seller]}}`, postedBodies),
  ).toBe('reply 1 or reply 1; reply 2')
  expect(postedBodies).toEqual(['https://example.org/rates 41.5', 'https://example.org/a Brindle'])
})

test('expands the older form only where there is such a prompt', async () => {
  expect(await fill('%seller% at 5% of 10% and %other% of %{{seller}}%')).toBe(
    'Brindle at 5% of 10% and %other% of %Brindle%',
  )
  const namedText =
    '{{a b}} %seller% 5% of 10% %other% {{custom_data.x}} {{https://a.example/[total]}}'
  expect(listReferencedKeys(namedText, knownValues.keys())).toEqual(['a b', 'seller', 'total'])
})

test('scans a prompt of one megabyte in linear time, whatever it opens and never closes', async () => {
  const million = 1_000_000
  const opening = '{'.repeat(million)
  const blank = `{{${' '.repeat(million)}`
  const percents = '%a'.repeat(million / 2)

  for (const text of [opening, blank, percents]) {
    expect(listReferencedKeys(text, ['total'])).toEqual([])
    expect(await fill(text)).toBe(text)
  }
})

test('ignores spaces around a name', async () => {
  expect(await fill('{{\n seller\t}}')).toBe('Brindle')
  expect(listReferencedKeys('{{}} {{  }} {{{seller}}}', [])).toEqual([' ', 'seller'])
})
