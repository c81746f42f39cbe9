import { expect, test } from 'vitest'
import { z } from 'zod'
import { timeOrderedId } from './time-ordered-id.ts'

test('is a UUID, another each time, and sorts by when it was made', () => {
  const times = [0, 1, 255, 1_795_000_000_000, 1_795_000_000_001, 2 ** 48 - 1]
  const ids = times.map(timeOrderedId)

  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => z.uuidv7().safeParse(id).success)).toBe(true)
  expect(timeOrderedId(1)).not.toBe(timeOrderedId(1))
})
