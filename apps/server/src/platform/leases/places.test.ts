import { expect, test } from 'vitest'
import { openPlaces } from './places.ts'

const limits = { max: 3, maxOfOrganization: 2 }

test('gives no place while no worker runs in the process', () => {
  expect(openPlaces().take(1, 5)).toEqual([])
})

test('gives no more places than the worker and the organization have', () => {
  const places = openPlaces()
  places.open('worker', limits)

  expect(places.take(1, 5)).toHaveLength(2)
  expect(places.take(1, 1)).toHaveLength(0)
  expect(places.take(2, 5)).toHaveLength(1)
  expect(places.freeCount).toBe(0)
})

test('frees a place when its work has ended, well or not, and tells whoever waits for one', async () => {
  const places = openPlaces()
  places.open('worker', { max: 1, maxOfOrganization: 1 })
  let freed = 0
  places.onFree(() => {
    freed += 1
  })
  const [good] = places.take(1, 1)
  await expect(good?.run('a', async () => 'done')).resolves.toBe('done')
  const [bad] = places.take(1, 1)
  await expect(
    bad?.run('b', async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')

  expect(freed).toBe(2)
  expect(places.freeCount).toBe(1)
})

test('frees a place once, however often it is given back', () => {
  const places = openPlaces()
  places.open('worker', limits)
  const [place] = places.take(1, 1)
  place?.free()
  place?.free()

  expect(places.freeCount).toBe(3)
})

test('aborts what was stopped, and all that is in hand when it closes', async () => {
  const places = openPlaces()
  places.open('worker', limits)
  const [one, two] = places.take(1, 2)
  const aborted: string[] = []
  const untilAborted = (name: string) => (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        aborted.push(name)
        resolve()
      })
    })
  const first = one?.run('one', untilAborted('one'))
  const second = two?.run('two', untilAborted('two'))

  places.abort(['one', 'unknown'])
  await first
  expect(aborted).toEqual(['one'])

  places.close()
  await second
  await places.inHand.idle()
  expect(aborted).toEqual(['one', 'two'])
  expect(places.take(1, 1)).toEqual([])
})
