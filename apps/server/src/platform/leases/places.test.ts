import { expect, test } from 'vitest'
import { openPlaces } from './places.ts'

const owner = { workerId: 'worker', pulse: { isFresh: () => true, renew: async () => {} } }
const limits = { max: 3, maxOfOrganization: 2 }

test('gives no place while no worker runs in the process', () => {
  expect(openPlaces().take(1, 5)).toEqual([])
})

test('gives no more places than the worker and the organization have', () => {
  const places = openPlaces()
  places.open(owner, limits)

  expect(places.take(1, 5)).toHaveLength(2)
  expect(places.take(1, 1)).toHaveLength(0)
  expect(places.take(2, 5)).toHaveLength(1)
  expect(places.freeCount).toBe(0)
})

test('frees a place when its work has ended, well or not, and tells whoever waits for one', async () => {
  const places = openPlaces()
  places.open(owner, { max: 1, maxOfOrganization: 1 })
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
  places.open(owner, limits)
  const [place] = places.take(1, 1)
  place?.free()
  place?.free()

  expect(places.freeCount).toBe(3)
})

test('aborts all that is in hand when it closes, and gives no place any more', async () => {
  const places = openPlaces()
  places.open(owner, limits)
  const [place] = places.take(1, 1)
  const ended = place?.run(
    'one',
    (signal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
  )
  places.close()
  await ended
  await places.inHand.idle()

  expect(places.take(1, 1)).toEqual([])
})

test('a row that comes back to a worker that lost it is run by the later run alone', async () => {
  const places = openPlaces()
  places.open(owner, limits)
  const [early, late] = places.take(1, 2)
  const signals: AbortSignal[] = []
  const endings: (() => void)[] = []
  const run = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<void>((resolve) => endings.push(resolve))
  }
  const runs = [early?.run('row', run), late?.run('row', run)]

  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  endings[0]?.()
  await runs[0]
  expect([...places.inHand.ids]).toEqual(['row'])
  endings[1]?.()
  await runs[1]
  expect([...places.inHand.ids]).toEqual([])
})
