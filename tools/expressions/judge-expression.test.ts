import { relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findExpressions } from './find-expressions.ts'
import { judgeExpression } from './judge-expression.ts'
import { recordConstructed } from './record-constructed.ts'

test.each([
  ['cubic', String.raw`\{\{\s*([^{}]+?)\s*\}\}`, 'g'],
  ['quadratic at an end', String.raw`\s+$`, ''],
  ['exponential', '^(?:a+)+$', ''],
  ['exponential by comments', String.raw`^(?:<!--[\s\S]{0,2000}?-->\s*)*<p`, 'i'],
])('what is %s is found', (_, source, flags) => {
  expect(judgeExpression({ source, flags })).toMatch(/^not linear: /)
})

test.each([
  String.raw`\{\{([^{}]+)\}\}`,
  String.raw`(?<!\s)\s+$`,
  String.raw`^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$`,
])('%s is linear', (source) => {
  expect(judgeExpression({ source, flags: 'g' })).toBe('linear')
})

test('expressions are found at any position, and texts that look like them are not', () => {
  const text = [
    'const a = /x+/gu',
    'f(b ? /y/ : c / d) // /z/',
    'new RegExp(a)',
    'RegExp("/q/")',
  ].join('\n')
  const { literals, constructorCalls } = findExpressions([{ path: 'a.ts', text }])

  expect(literals).toEqual([
    { source: 'x+', flags: 'gu', positions: ['a.ts:1:11'] },
    { source: 'y', flags: '', positions: ['a.ts:2:7'] },
  ])
  expect(constructorCalls).toEqual(['a.ts:3:1', 'a.ts:4:1'])
})

test('an expression that a module constructs while loading is recorded, one that it constructs later is not', async () => {
  const file = fileURLToPath(new URL('./__fixtures__/made.ts', import.meta.url))
  const path = relative(process.cwd(), file)
  const expressions = await recordConstructed([path])

  expect(expressions).toEqual([{ source: 'a+b', flags: '', positions: [`${path}:3:10`] }])
})
