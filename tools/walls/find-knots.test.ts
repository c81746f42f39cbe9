import { expect, test } from 'vitest'
import { findKnots } from './find-knots.ts'

const imports = (...lines: string[]) =>
  lines.map((line) => {
    const [from = '', to = ''] = line.split(' ')
    return { from, to }
  })

test('two folders that import each other are a knot, though no two files are', () => {
  expect(findKnots(imports('a/pdf/x.ts a/words/y.ts', 'a/words/z.ts a/pdf/w.ts'))).toEqual([
    {
      folder: 'a',
      members: ['pdf', 'words'],
      circle: imports('a/pdf/x.ts a/words/y.ts', 'a/words/z.ts a/pdf/w.ts'),
    },
  ])
})

test('folders are taken whole, however deep their files lie', () => {
  const knots = findKnots(imports('a/jobs/deep/x.ts a/db/y.ts', 'a/db/deep/z.ts a/jobs/w.ts'))
  expect(knots.map(({ folder, members }) => [folder, members])).toEqual([['a', ['db', 'jobs']]])
})

test('a file beside the folders is a member of its own', () => {
  expect(findKnots(imports('a/routes.ts a/run/x.ts', 'a/run/x.ts a/store.ts'))).toEqual([])
  expect(
    findKnots(imports('a/routes.ts a/run/x.ts', 'a/run/y.ts a/routes.ts'))[0]?.members,
  ).toEqual(['routes.ts', 'run'])
})

test('a way round through several folders is one knot, told by its shortest circle', () => {
  const [knot, ...others] = findKnots(
    imports('a/b/1 a/c/1', 'a/c/1 a/d/1', 'a/d/1 a/b/2', 'a/d/1 a/c/2', 'a/e/1 a/b/1'),
  )
  expect(others).toEqual([])
  expect(knot?.members).toEqual(['b', 'c', 'd'])
  expect(knot?.circle.map(({ from }) => from)).toEqual(['a/b/1', 'a/c/1', 'a/d/1'])
})

test('folders that import one way only are no knot', () => {
  expect(findKnots(imports('a/b/1 a/c/1', 'a/c/2 a/d/1', 'a/b/2 a/b/3'))).toEqual([])
})
