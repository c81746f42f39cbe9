import { expect, test } from 'vitest'
import { findSameNames, judgeNames } from './find-same-names.ts'

const files = [
  { path: 'a.ts', text: 'export type Run = 1\nexport const Run = z.object()\nexport type Own = 1' },
  { path: 'b.ts', text: 'export interface Run {}\nconst text = "export type Own"' },
  { path: 'c.ts', text: "export type { Run } from './a.ts'\ntype Own = 2\nexport const open = 1" },
]

test('a name that two files export as types is found, but not what passes it on', () => {
  expect(findSameNames(files)).toEqual([{ name: 'Run', paths: ['a.ts', 'b.ts'] }])
})

test('a name without a reason is refused, and so is a reason without need', () => {
  const found = findSameNames(files)
  expect(judgeNames(found, { 'the same noun on both sides of the wire': ['Run'] })).toEqual([])
  expect(judgeNames(found, { 'once needed': ['Own'] })).toEqual([
    'Run names several things:\n  a.ts\n  b.ts',
    'Own names one thing only: take it out of the list.',
  ])
})
