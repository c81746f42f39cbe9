import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { type GroupedWrite, openGroupCommits } from './group-commits.ts'

/** A store that rejects the item `refused`, and writes on command. */
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

test('items that arrive during a write are written together by the next one', async () => {
  const { keep, open, groups } = openStory()
  const commits = ['a', 'b', 'c'].map(keep)
  await open()
  await commits[0]
  await open()
  await Promise.all(commits)

  expect(groups).toEqual([['a'], ['b', 'c']])
})

test('a rejected item fails alone, and later items are written', async () => {
  const { keep, open } = openStory()
  const commits = ['a', 'refused', 'c'].map(keep)
  const outcomes = Promise.allSettled(commits)
  for (let writes = 0; writes < 4; writes++) await open()
  const statuses = (await outcomes).map(({ status }) => status)
  const later = keep('d')
  await open()

  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(later).resolves.toBeUndefined()
})
