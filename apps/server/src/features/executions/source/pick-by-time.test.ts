import type { FileEntry } from '@recto/provider-spec/file-connector'
import { expect, test } from 'vitest'
import { openPicks } from './pick-by-time.ts'

const fileAt = (minute: number, path = `f${minute}`): FileEntry => ({
  path,
  kind: 'file',
  size: 1,
  contentType: null,
  modifiedAt: new Date(Date.UTC(2026, 0, 1) + minute * 60_000),
  version: null,
})

/** Every minute once, in an order that is none. */
const mixed = (count: number) => Array.from({ length: count }, (_, i) => fileAt((i * 7919) % count))

test.each([
  ['oldest_first', ['f0', 'f1', 'f2'], 'f1099'],
  ['newest_first', ['f19999', 'f19998', 'f19997'], 'f18900'],
] as const)('%s: of 20,000 files the first hundred, with some to spare', (order, first, last) => {
  const picks = openPicks(order, 100)
  const files = mixed(20_000)
  for (let from = 0; from < files.length; from += 40) picks.add(files.slice(from, from + 40))
  const paths = picks.inOrder.map(({ path }) => path)

  expect(paths.slice(0, 3)).toEqual(first)
  expect([paths.length, paths.at(-1)]).toEqual([1100, last])
})

test('files of one time come in the order of their places, those without a time before all others', () => {
  const picks = openPicks('oldest_first', 10)
  picks.add([fileAt(1, 'b'), fileAt(1, 'a'), { ...fileAt(0, 'c'), modifiedAt: null }])

  expect(picks.inOrder.map(({ path }) => path)).toEqual(['c', 'a', 'b'])
})
