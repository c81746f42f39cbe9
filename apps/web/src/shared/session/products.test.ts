import { expect, test } from 'vitest'
import { platformId, productOfPath } from './products.ts'

test('the areas of the products are known by how an address begins [AC-092 AC-097 AC-098]', () => {
  expect(platformId()).toBe('recto')
  expect(productOfPath('/llm-whisperer/acme/playground')).toBe('llm-whisperer')
  expect(productOfPath('/verticals')).toBe('verticals')
  expect(productOfPath('/verticals/subscriptions')).toBe('verticals')
  expect(productOfPath('/acme/llm-whisperer')).toBe('recto')
  expect(productOfPath('/llm-whisperers/acme')).toBe('recto')
})
