import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTimeOrderedId } from './time-ordered-id.ts'

test('creates unique UUIDs that sort by creation time', () => {
  const times = [0, 1, 255, 1_795_000_000_000, 1_795_000_000_001, 2 ** 48 - 1]
  const ids = times.map(createTimeOrderedId)

  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
  expect(createTimeOrderedId(1)).not.toBe(createTimeOrderedId(1))
})
