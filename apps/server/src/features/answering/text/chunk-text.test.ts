import { expect, test } from 'vitest'
import { chunkText } from './chunk-text.ts'

const words = Array.from({ length: 200 }, (_, i) => `word${i}`)

test('makes one chunk of a text that fits, and none of a blank text', () => {
  expect(chunkText('short', { size: 10, overlap: 0 })).toEqual(['short'])
  expect(chunkText(' \n ', { size: 1, overlap: 0 })).toEqual([])
  expect(chunkText('', { size: 10, overlap: 2 })).toEqual([])
})

test('keeps chunks within their size, and without overlap they add up to the text', () => {
  const text = words.join(' ')
  const chunks = chunkText(text, { size: 10, overlap: 0 })

  expect(chunks.join('')).toBe(text)
  expect(chunks.every((chunk) => chunk.length <= 40)).toBe(true)
  expect(chunks.every((chunk) => /\s$/.test(chunk) || text.endsWith(chunk))).toBe(true)
})

test('repeats whole words of the previous chunk as overlap', () => {
  const chunks = chunkText(words.join(' '), { size: 10, overlap: 4 })

  for (const [i, chunk] of chunks.slice(1).entries()) {
    const [firstWord = ''] = chunk.trim().split(' ')
    expect(words).toContain(firstWord)
    expect(chunks[i]).toContain(firstWord)
  }
})

test('cuts at the end of a line where one is near', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `${index} ${'x'.repeat(10)} y\n`).join('')
  expect(chunkText(lines, { size: 10, overlap: 0 }).every((chunk) => chunk.endsWith('y\n'))).toBe(
    true,
  )
})

test('terminates for a text without spaces, even with maximum overlap', () => {
  const chunks = chunkText('x'.repeat(100), { size: 2, overlap: 1 })

  expect(chunks.join('').length).toBeGreaterThanOrEqual(100)
  expect(chunks.every((chunk) => chunk.length <= 8)).toBe(true)
})
