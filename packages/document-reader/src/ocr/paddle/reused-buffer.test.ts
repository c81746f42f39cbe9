import { expect, test } from 'vitest'
import { openReusedBuffer } from './reused-buffer.ts'

test('the same memory is lent again, and grows where it does not suffice', async () => {
  const buffer = openReusedBuffer()
  const memoryOf = (length: number) =>
    buffer.use(length, async (values) => {
      expect(values).toHaveLength(length)
      return values.buffer
    })

  const first = await memoryOf(10)
  expect(await memoryOf(4)).toBe(first)
  const larger = await memoryOf(20)
  expect(larger).not.toBe(first)
  expect(await memoryOf(20)).toBe(larger)
})

test('memory that is lent is not lent twice, also when work fails', async () => {
  const buffer = openReusedBuffer()
  const gate = Promise.withResolvers<void>()
  const firstUse = buffer.use(4, async (values) => {
    values.fill(1)
    await gate.promise
    return [...values]
  })
  await buffer.use(4, async (values) => values.fill(2))
  gate.resolve()

  expect(await firstUse).toEqual([1, 1, 1, 1])
  await expect(buffer.use(4, () => Promise.reject(new Error('No words.')))).rejects.toThrow()
  expect(await buffer.use(4, async (values) => values.length)).toBe(4)
})
