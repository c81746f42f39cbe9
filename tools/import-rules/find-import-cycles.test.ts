import { expect, test } from 'vitest'
import { findImportCycles } from './find-import-cycles.ts'

const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' ')
    return { from, to }
  })

test('two folders that import each other form a cycle, even if no two files do', () => {
  expect(findImportCycles(imports('a/pdf/x.ts a/words/y.ts', 'a/words/z.ts a/pdf/w.ts'))).toEqual([
    {
      folder: 'a',
      members: ['pdf', 'words'],
      imports: imports('a/pdf/x.ts a/words/y.ts', 'a/words/z.ts a/pdf/w.ts'),
    },
  ])
})

test('a folder counts as a whole, however deep its files lie', () => {
  const cycles = findImportCycles(
    imports('a/jobs/deep/x.ts a/db/y.ts', 'a/db/deep/z.ts a/jobs/w.ts'),
  )
  expect(cycles.map(({ folder, members }) => [folder, members])).toEqual([['a', ['db', 'jobs']]])
})

test('a file beside the folders is a member of its own', () => {
  expect(findImportCycles(imports('a/routes.ts a/run/x.ts', 'a/run/x.ts a/store.ts'))).toEqual([])
  expect(
    findImportCycles(imports('a/routes.ts a/run/x.ts', 'a/run/y.ts a/routes.ts'))[0]?.members,
  ).toEqual(['routes.ts', 'run'])
})

test('a cycle through several folders is reported once, with its shortest path', () => {
  const [cycle, ...otherCycles] = findImportCycles(
    imports('a/b/1 a/c/1', 'a/c/1 a/d/1', 'a/d/1 a/b/2', 'a/d/1 a/c/2', 'a/e/1 a/b/1'),
  )
  expect(otherCycles).toEqual([])
  expect(cycle?.members).toEqual(['b', 'c', 'd'])
  expect(cycle?.imports.map(({ from }) => from)).toEqual(['a/b/1', 'a/c/1', 'a/d/1'])
})

test('folders that import in one direction only form no cycle', () => {
  expect(findImportCycles(imports('a/b/1 a/c/1', 'a/c/2 a/d/1', 'a/b/2 a/b/3'))).toEqual([])
})
