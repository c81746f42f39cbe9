import { expect, test } from 'vitest'
import { judgeReply } from './judge-reply.ts'

test('rejects a missing result, a missing value and a different value', () => {
  expect(judgeReply(undefined, 'granted').kind).toBe('none')
  expect(judgeReply({ result: { output: {} } }, 'granted').kind).toBe('wrong')
  expect(judgeReply({ result: { output: { a: 'granted', b: 'refused' } } }, 'granted')).toEqual({
    kind: 'wrong',
    says: 'wrong: {"output":{"a":"granted","b":"refused"}}',
  })
})

test('returns the message of an error', () => {
  const item = { error: 'The text is too long.', result: null }

  expect(judgeReply(item, 'granted')).toEqual({ kind: 'error', says: 'The text is too long.' })
})

test('accepts the expected answer to every prompt, or any answer if none is expected', () => {
  expect(judgeReply({ result: { output: { a: 'granted' } } }, 'granted').kind).toBe('right')
  expect(judgeReply({ result: { output: { a: 'whatever' } } }, undefined).kind).toBe('right')
})
