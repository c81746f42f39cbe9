import { deserialize, serialize } from 'node:v8'
import { describe, expect, test } from 'vitest'
import {
  approximate,
  compareNumbers,
  isContainer,
  isExactNumber,
  isSameNumber,
  negate,
  readNumber,
  restoreExactNumbers,
  toPlainDigits,
} from './exact-number.ts'
import { hasExactNumber, parseExactJson } from './parse-json.ts'

const digits = '20251234567890123456'

describe('parseExactJson', () => {
  test.each([
    digits,
    `-${digits}.50`,
    '9007199254740993',
    '0.12345678901234567890',
    '10000000000000000000000',
    '1234567890123456789012345678901234567890',
  ])('keeps every digit of %s', (number) => {
    expect(JSON.stringify(parseExactJson(`{"a": [${number}, 1]}`))).toBe(`{"a":[${number},1]}`)
    expect(hasExactNumber(parseExactJson(`[[${number}]]`))).toBe(true)
  })

  test.each(['1', '-0.5', '12.50', '9007199254740992', '0.30000000000000004', '1e21', '1.5e-7'])(
    'leaves %s an ordinary number',
    (number) => {
      expect(parseExactJson(`[${number}, "${digits}"]`)).toEqual([Number(number), digits])
    },
  )

  test('writes a number with an exponent in plain digits', () => {
    expect(String(parseExactJson('1.2345678901234567890123e20'))).toBe('123456789012345678901.23')
  })

  test('treats texts, keys and malformed JSON as JSON.parse does', () => {
    const text = `{"${digits}": "a ${digits}", "__proto__": ${digits}}`
    expect(Object.keys(parseExactJson(text) as object)).toEqual([digits, '__proto__'])
    expect(() => parseExactJson(`{"a": ${digits}`)).toThrow(SyntaxError)
    expect(() => parseExactJson(`[0${digits}]`)).toThrow(SyntaxError)
  })

  test('leaves a number of more digits than anybody prints to JSON.parse', () => {
    const endless = '9'.repeat(2000)
    expect(parseExactJson(`[0.${endless}, ${digits}]`)).toEqual([1, readNumber(digits)])
  })
})

test('numbers are equal when their digits are', () => {
  expect(isSameNumber(readNumber(digits)!, readNumber(`${digits}.00`)!)).toBe(true)
  expect(isSameNumber(readNumber(digits)!, Number(digits))).toBe(false)
  expect(toPlainDigits(1e21)).toBe('1000000000000000000000')
  expect(toPlainDigits(-1.5e-7)).toBe('-0.00000015')
  expect(String(negate(readNumber(digits)!))).toBe(`-${digits}`)
  expect(approximate(readNumber(digits)!)).toBe(Number(digits))
  expect(readNumber('1.2.3')).toBeUndefined()
  expect(readNumber('9'.repeat(400))).toBeUndefined()
})

test('numbers are ordered by all their digits', () => {
  const texts = [
    '-9007199254740993',
    '-9007199254740992.5',
    '5',
    '9007199254740992.9',
    '9007199254740993',
  ]
  const numbers = texts.map((text) => readNumber(text)!)
  expect(numbers.toReversed().sort(compareNumbers).map(String)).toEqual(texts)
})

test('a number that lost its class on the way between processes gets it back', () => {
  const value = { a: [readNumber(digits)], b: new Uint8Array(2), c: { exactDigits: '12' } }
  const restoredValue = restoreExactNumbers(deserialize(serialize(value))) as typeof value

  expect(isExactNumber(restoredValue.a[0])).toBe(true)
  expect(JSON.stringify(restoredValue.a)).toBe(`[${digits}]`)
  expect(restoredValue.c).toEqual({ exactDigits: '12' })
})

test('it is no container, also for a replacer', () => {
  const leafValues: unknown[] = []
  JSON.stringify([readNumber(digits)], (_, value) => {
    if (!isContainer(value)) leafValues.push(value)
    return value
  })
  expect(leafValues).toHaveLength(1)
})
