import { describe, expect, test } from 'vitest'
import { findAll } from './find-all.ts'
import { parseFile } from './parsed-file.ts'

type Texts = Readonly<Record<string, string>>

/** Returns what a rule finds in files, which are given by their paths. */
function findIn(rule: string, texts: Texts): readonly string[] {
  const files = Object.entries(texts).map(([path, text]) => parseFile(path, text))
  return (findAll(files).get(rule) ?? []).map(({ text }) => text)
}

const findInText = (rule: string, text: string) =>
  findIn(rule, { 'apps/server/src/file.tsx': text })

describe('locals', () => {
  test.each([
    ['const found = find()', 'found'],
    ['let opened: string | undefined', 'opened'],
    ['function save(given: string) {}', 'given'],
    ['lines.map((line, at) => line)', 'at'],
    ['const { before } = row', 'before'],
    ['const { text: said } = row', 'said'],
    ['for (const waiting of rows) {}', 'waiting'],
    ['type Save = (asked: string) => void', 'asked'],
    ['const _kept = 1', '_kept'],
  ])('%s is found', (text, name) => {
    expect(findInText('locals', text)).toEqual([name])
  })

  test.each([
    'const seed = 1',
    'const heading = "Total"',
    'const { left, right, from, to } = range',
    'const foundRows = find()',
    'const a = 1',
    'const { before: earlierRow } = row',
    'const row = { found: 1 }',
    'function scroll(this: Element) {}',
  ])('%s is allowed', (text) => {
    expect(findInText('locals', text)).toEqual([])
  })
})

describe('types', () => {
  test.each([
    ['type Given = string', 'Given'],
    ['export interface Input {}', 'Input'],
    ['type Options = { readonly limit: number }', 'Options'],
    ['function read<Of>(value: Of) {}', 'Of'],
    ['class Found {}', 'Found'],
  ])('%s is found', (text, name) => {
    expect(findInText('types', text)).toEqual([name])
  })

  test.each([
    'type RunFileOptions = { readonly limit: number }',
    'type Props = { readonly id: string }',
    'type Setting = string',
    'function read<T, Value>(value: T) {}',
  ])('%s is allowed', (text) => {
    expect(findInText('types', text)).toEqual([])
  })

  test('Props is a name for components only', () => {
    expect(findIn('types', { 'tools/file.ts': 'type Props = string' })).toEqual(['Props'])
  })
})

describe('spreads', () => {
  test.each([
    ['save({ ...{ id, name }, text })', '...{ id, name }'],
    ['const words = [...["a", "b"], word]', '...["a", "b"]'],
    ['save(...[id, name])', '...[id, name]'],
    ['const view = <Field {...{ id, name }} />', '{...{ id, name }}'],
    ['save({ ...({ id } as const) })', '...({ id } as const)'],
  ])('%s is found', (text, spread) => {
    expect(findInText('spreads', text)).toEqual([spread])
  })

  test('a spread of a variable is allowed', () => {
    const text = 'const all = { ...row, list: [...rows] }; const view = <Field {...row} />'
    expect(findInText('spreads', text)).toEqual([])
  })
})

describe('conditional-spreads', () => {
  test.each([
    ['save({ ...(name && { name }) })', '...(name && { name })'],
    ['save({ ...(isNew ? { name } : {}) })', '...(isNew ? { name } : {})'],
    ['save({ ...(isNew ? undefined : { name }) })', '...(isNew ? undefined : { name })'],
    ['const view = <Field {...(name && { name })} />', '{...(name && { name })}'],
  ])('%s is found', (text, spread) => {
    expect(findInText('conditional-spreads', text)).toEqual([spread])
  })

  test.each([
    'save({ ...omitUndefined({ name }) })',
    'save({ ...(isNew ? { name } : { id }) })',
    'save({ ...(row ?? {}) })',
  ])('%s is allowed', (text) => {
    expect(findInText('conditional-spreads', text)).toEqual([])
  })
})

describe('bounds', () => {
  test.each([
    ['const mostRows = 3', 'mostRows'],
    ['function cut(longest: number) {}', 'longest'],
    ['type Limits = { readonly leastScore: number }', 'leastScore'],
    ['const limits = { fewestLines: 2 }', 'fewestLines'],
    ['function findSmallestBox() {}', 'findSmallestBox'],
    ['import { max as highest } from "./max.ts"', 'highest'],
  ])('%s is found', (text, name) => {
    expect(findInText('bounds', text)).toEqual([name])
  })

  test.each([
    'const maxRows = 3',
    'const nearestLine = find()',
    'const row = { least_documents: 3 }',
    'const almost = rows.mostRows',
    'import { mostRows } from "./rows.ts"',
  ])('%s is allowed', (text) => {
    expect(findInText('bounds', text)).toEqual([])
  })
})

describe('small-files', () => {
  const lines = (count: number) => `${'const a = 1\n'.repeat(count)}`

  test('a file of ten lines is found', () => {
    expect(findInText('small-files', lines(10))).toEqual(['10 lines'])
  })

  test('a file of eleven lines is allowed', () => {
    expect(findInText('small-files', lines(11))).toEqual([])
  })
})

describe('flatMap-filter', () => {
  test.each([
    'rows.flatMap((row) => (row.isNew ? [row] : []))',
    'rows.flatMap(({ name }) => (name === "" ? [] : [name]))',
    'rows.flatMap((row) => { return row.name ? [row.name] : [] })',
  ])('%s is found', (text) => {
    expect(findInText('flatMap-filter', text)).toHaveLength(1)
  })

  test.each([
    'rows.flatMap((row) => row.names)',
    'rows.flatMap((row) => (row.isNew ? [row.first, row.second] : []))',
    'rows.flatMap((row) => (row.isNew ? [read(row)] : []))',
    'rows.filter((row) => row.isNew)',
  ])('%s is allowed', (text) => {
    expect(findInText('flatMap-filter', text)).toEqual([])
  })
})

describe('late-constants', () => {
  test.each([
    'const cut = (rows: string[]) => rows.slice(0, maxRows)\nconst maxRows = 3',
    'function cut() { return { maxRows } }\nexport const maxRows = 3',
    'type Row = z.infer<typeof maxRows>\nconst maxRows = z.object()',
  ])('%s is found', (text) => {
    expect(findInText('late-constants', text)).toEqual(['maxRows'])
  })

  test.each([
    'const maxRows = 3\nconst cut = (rows: string[]) => rows.slice(0, maxRows)',
    'const cut = () => read()\nconst read = () => 1',
    'const cut = (maxRows: number) => maxRows\nconst maxRows = 3',
    'function cut() { for (const maxRows of rows) read(maxRows) }\nconst maxRows = 3',
    'const limits = { maxRows: 1 }\nconst maxRows = 3',
    'const cut = () => limits.maxRows\nconst maxRows = 3',
  ])('%s is allowed', (text) => {
    expect(findInText('late-constants', text)).toEqual([])
  })
})

describe('derived types', () => {
  const declaration = 'type Options = Parameters<typeof save>[0] & ReturnType<typeof save>'

  test.each(['function save() {}', 'import { save } from "./save.ts"'])('%s is ours', (origin) => {
    const text = `${origin}\n${declaration}`
    expect(findInText('parameters-types', text)).toEqual(['Parameters<typeof save>'])
    expect(findInText('return-types', text)).toEqual(['ReturnType<typeof save>'])
  })

  test('a function of another package cannot export its type', () => {
    const text = `import { save } from "library"\n${declaration}\ntype Timer = ReturnType<typeof setTimeout>`
    expect(findInText('parameters-types', text)).toEqual([])
    expect(findInText('return-types', text)).toEqual([])
  })
})

describe('packed', () => {
  test.each([
    'a = 1, b = 2',
    'a = b = 3',
    '[a, b] = [b, a]',
    'const [a, b] = [1, 2]',
    'let a = 1, b = 2',
  ])('%s is found', (text) => {
    expect(findInText('packed', text)).toHaveLength(1)
  })

  test.each([
    'const [a, b] = pair',
    'for (let a = 0, b = 9; a < b; a++, b--) read(a)',
    'let a = 1\nlet b = 2',
  ])('%s is allowed', (text) => {
    expect(findInText('packed', text)).toEqual([])
  })
})

test('an assertion on a property is listed', () => {
  expect(findInText('casts', 'read(row.tool as Tool, text as Name, row.a as const)')).toEqual([
    'row.tool as Tool',
  ])
})
