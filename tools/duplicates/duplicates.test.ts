import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countLines, findDuplicates } from './find-duplicates.ts'
import { judgeLines, lowerCeilings } from './judge-lines.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recto-duplicates-test-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const sumOf = (noun: string) => `
export function sumOf${noun}s(${noun}s: readonly { price: number; count: number }[]): number {
  let sum = 0
  for (const ${noun} of ${noun}s) {
    const price = ${noun}.price * ${noun}.count
    if (price > 0) sum += price
    else console.warn('A price is negative.')
  }
  return Math.round(sum * 100) / 100
}
`
const exact = { minTokens: 40, ignoresNames: false, excludedFiles: [] }
const renamedOptions = { ...exact, ignoresNames: true }

test('code that exists twice is found with its places', () => {
  write('a/bills.ts', sumOf('item'))
  write('b/orders.ts', `const first = 1\n${sumOf('item')}`)

  const duplicates = findDuplicates(folder, exact)

  expect(duplicates).toHaveLength(1)
  expect(duplicates[0]?.places).toEqual([
    { file: 'a/bills.ts', line: expect.any(Number) },
    { file: 'b/orders.ts', line: expect.any(Number) },
  ])
  expect(countLines(duplicates)).toBeGreaterThan(7)
})

test('code with other names counts only where names are ignored', () => {
  write('bills.ts', sumOf('item'))
  write('orders.ts', sumOf('line'))

  expect(findDuplicates(folder, exact)).toEqual([])
  expect(findDuplicates(folder, renamedOptions)).toHaveLength(1)
})

test('excluded files and packages of others are no duplicates', () => {
  write('bills.ts', sumOf('item'))
  write('node_modules/pay/orders.ts', sumOf('item'))
  write('orders.test.ts', sumOf('item'))

  expect(findDuplicates(folder, { ...exact, excludedFiles: ['**/*.test.ts'] })).toEqual([])
})

test('parts that are shorter than the minimum are no duplicates', () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  write('bills.ts', `${sumOf('item')}\nexport const small = [${numbers}]`)
  write('orders.ts', `${sumOf('item')}\nexport const large = [${numbers.map((one) => one + 1000)}]`)

  expect(findDuplicates(folder, { ...exact, minTokens: 120 })).toEqual([])
  expect(findDuplicates(folder, exact)).toHaveLength(1)
})

test('equal imports are no duplicates', () => {
  const names = Array.from({ length: 30 }, (_, index) => `name${index}`)
  const imports = `import { ${names} } from './names.ts'\nimport {\n  ${names}\n} from './more.ts'\n`
  write('bills.ts', `${imports}\nexport const bills = [name1, name2]`)
  write('orders.ts', `${imports}\n${sumOf('item')}`)

  expect(findDuplicates(folder, exact)).toEqual([])
})

test('a measurement of nothing fails', () => {
  expect(() => findDuplicates(folder, exact)).toThrow('jscpd')
})

test('more duplicates than the ceiling fail, and a ceiling far above them fails too', () => {
  expect(judgeLines({ copied: 100 }, { copied: 100 })).toEqual([])
  expect(judgeLines({ copied: 90 }, { copied: 100 })).toEqual([])
  expect(judgeLines({ copied: 101 }, { copied: 100 })).toEqual([
    expect.stringContaining('101 lines are copied, and the ceiling is 100.'),
  ])
  expect(judgeLines({ copied: 50 }, { copied: 100 })).toEqual([
    expect.stringContaining('`npm run duplicates` lowers it.'),
  ])
})

test('a ceiling falls and never rises', () => {
  const ceilings = { copied: 100, renamed: 100 }
  expect(lowerCeilings({ copied: 90, renamed: 110 }, ceilings)).toEqual({
    copied: 90,
    renamed: 100,
  })
})
