import { expect, test } from 'vitest'
import { labelOfValue } from './value-label.ts'
import { labelOfWord } from './word-label.ts'

test('identifiers are read as plain words, in whatever case they are written', () => {
  expect(
    ['access_keys', 'BLOCK_NONE', 'maxFiles', 'line-printer', 'iam_role'].map(labelOfWord),
  ).toEqual(['Access keys', 'Block none', 'Max files', 'Line printer', 'IAM role'])
})

test('a text that people wrote stays as it is', () => {
  for (const text of ['Write JSON', 'in/2026_05', 'Müller_GmbH', '', '_', 'a'.repeat(200)]) {
    expect(labelOfWord(text)).toBe(text)
  }
  expect(labelOfValue('prompt', 'leave_out')).toBe('leave_out')
  expect(labelOfValue('name', 'true')).toBe('true')
})

test('values of the product have labels by their fields', () => {
  expect(labelOfValue('connection_type', 'FILESYSTEM')).toBe('File System')
  expect(labelOfValue('hidden_text_policy', 'leave_out')).toBe('Exclude it from prompts')
  expect(labelOfValue('retrieval-strategy', 'keyword_table')).toBe('Keyword table')
  expect(labelOfValue('enable_highlight', 'true')).toBe('Yes')
  expect(labelOfValue('connection', 'constructor')).toBe('constructor')
})
