import { expect, test } from 'vitest'
import { findAll } from './find-all.ts'
import { parseFile } from './parsed-file.ts'

function findIn(rule: string, texts: Readonly<Record<string, string>>) {
  const files = Object.entries(texts).map(([path, text]) => parseFile(path, text))
  return (findAll(files).get(rule) ?? []).map(({ text, note }) => `${text}, ${note}`)
}

const one = 'apps/server/src/one.ts'
const two = 'packages/extraction/src/two.ts'

test.each([
  'export function read() {}',
  'export const read = () => 1',
  'const read = 1\nexport { read }',
])('%s is found where another file exports the same name', (text) => {
  const texts = { [one]: 'export const read = 1', [two]: text }
  expect(findIn('twins', texts)).toEqual([`read, also ${two}:1`])
})

test('a name that is passed on, or not exported, has no twin', () => {
  const texts = {
    [one]: 'export const read = 1',
    [two]: "export { read } from './read.ts'",
    'packages/client/src/three.ts': 'const read = 2',
    'apps/server/src/one.test.ts': 'export const read = 3',
  }
  expect(findIn('twins', texts)).toEqual([])
})

test('a type and its schema may have one name in one file', () => {
  const text = 'export const Run = z.object()\nexport type Run = z.infer<typeof Run>'
  expect(findIn('twins', { [two]: text })).toEqual([])
})

test('types are unique everywhere, functions in the server and the packages', () => {
  const text = 'export type Run = 1\nexport const read = 1'
  expect(findIn('twins', { [one]: text, 'apps/web/src/three.ts': text })).toEqual([
    'Run, also apps/web/src/three.ts:1',
  ])
})

test('a use case may bear the name of its endpoint', () => {
  const texts = {
    [one]: 'export function read() {}',
    'packages/contract/src/runs.ts': 'export const read = endpoint()',
  }
  expect(findIn('twins', texts)).toEqual([])
  expect(findIn('endpoint-twins', texts)).toEqual(['read, also packages/contract/src/runs.ts:1'])
  expect(findIn('twins', { ...texts, [two]: 'export const read = 1' })).toHaveLength(1)
})
