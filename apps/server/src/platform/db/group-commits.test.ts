import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { type GroupedWrite, openGroupCommits } from './group-commits.ts'

/** A store that refuses what is called so, and writes when it is told to. */
function openStory() {
  const groups: (readonly string[])[] = []
  const gates: (() => void)[] = []
  const write: GroupedWrite<string> = {
    name: 'story/keep-word',
    async write(_db, words) {
      groups.push(words)
      await new Promise<void>((resolve) => gates.push(resolve))
      if (words.includes('refused')) throw new Error('It is refused.')
    },
  }
  const { commit } = openGroupCommits({ db: undefined as unknown as Db })
  return {
    groups,
    keep: (word: string) => commit(write, word),
    async open() {
      await expect.poll(() => gates.length).toBeGreaterThan(0)
      gates.shift()?.()
    },
  }
}

test('what comes while one write is under way is written together by the next', async () => {
  const { keep, open, groups } = openStory()
  const kept = ['a', 'b', 'c'].map(keep)
  await open()
  await kept[0]
  await open()
  await Promise.all(kept)

  expect(groups).toEqual([['a'], ['b', 'c']])
})

test('an item that is refused fails alone, and what comes later is written', async () => {
  const { keep, open } = openStory()
  const kept = ['a', 'refused', 'c'].map(keep)
  const outcomes = Promise.allSettled(kept)
  for (let writes = 0; writes < 4; writes++) await open()
  const statuses = (await outcomes).map(({ status }) => status)
  const later = keep('d')
  await open()

  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(later).resolves.toBeUndefined()
})
