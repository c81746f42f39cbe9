import { expect, test } from 'vitest'
import { nextPage } from './next-page.ts'

test('nobody is led to another site, or to what is no page', () => {
  const queries = [
    undefined,
    '',
    7,
    ['/acme'],
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'acme/tools',
    '/api/v1/logout',
    `/${'a'.repeat(2000)}`,
  ]

  for (const one of queries) expect([one, nextPage(one)]).toEqual([one, '/'])
})

test('a page of ours is kept with its query', () => {
  expect(nextPage('/acme/tools/7?tab=1#top')).toBe('/acme/tools/7?tab=1#top')
  expect(nextPage('/invitation?token=a-b_c')).toBe('/invitation?token=a-b_c')
  expect(nextPage('/apis')).toBe('/apis')
})
