import { expect, test } from 'vitest'
import { chunkText } from './chunk-text.ts'

const words = Array.from({ length: 200 }, (_, i) => `word${i}`)

test('a text that fits is one chunk, and one without words is none', () => {
  expect(chunkText('short', { size: 10, overlap: 0 })).toEqual(['short'])
  expect(chunkText(' \n ', { size: 1, overlap: 0 })).toEqual([])
  expect(chunkText('', { size: 10, overlap: 2 })).toEqual([])
})

test('no chunk is longer than its size, and without overlap they make the text again', () => {
  const text = words.join(' ')
  const chunks = chunkText(text, { size: 10, overlap: 0 })

  expect(chunks.join('')).toBe(text)
  expect(chunks.every((chunk) => chunk.length <= 40)).toBe(true)
  expect(chunks.every((chunk) => /\s$/.test(chunk) || text.endsWith(chunk))).toBe(true)
})

test('an overlap repeats whole words of the chunk before', () => {
  const chunks = chunkText(words.join(' '), { size: 10, overlap: 4 })

  for (const [i, chunk] of chunks.slice(1).entries()) {
    const [first = ''] = chunk.trim().split(' ')
    expect(words).toContain(first)
    expect(chunks[i]).toContain(first)
  }
})

test('a cut falls on the end of a line where there is one near', () => {
  const lines = Array.from({ length: 9 }, (_, i) => `${i} ${'x'.repeat(10)} y\n`).join('')
  expect(chunkText(lines, { size: 10, overlap: 0 }).every((chunk) => chunk.endsWith('y\n'))).toBe(
    true,
  )
})

test('a text without blanks comes to an end, also with the largest overlap', () => {
  const chunks = chunkText('x'.repeat(100), { size: 2, overlap: 1 })

  expect(chunks.join('').length).toBeGreaterThanOrEqual(100)
  expect(chunks.every((chunk) => chunk.length <= 8)).toBe(true)
})
