import { expect, test } from 'vitest'
import { openPicturePlaces } from './picture-places.ts'

test('a picture that cannot be opened, and one that is given up, take no place', async () => {
  const places = openPicturePlaces(1)
  await expect(places.hold(() => Promise.reject(new Error('torn')))).rejects.toThrow('torn')
  const first = await places.hold(async () => 'first')

  const left = new AbortController()
  const waiting = places.hold(async () => 'never opened', left.signal)
  left.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')

  first.release()
  expect((await places.hold(async () => 'second')).picture).toBe('second')
})

test('no more are opened than there are places, in the order in which they were asked for', async () => {
  const places = openPicturePlaces(2)
  const opened: number[] = []
  const held = [0, 1, 2, 3].map((number) =>
    places.hold(async () => {
      opened.push(number)
      return number
    }),
  )
  const [first, second] = await Promise.all(held.slice(0, 2))
  expect(opened).toEqual([0, 1])

  second?.release()
  second?.release()
  const third = await held[2]
  expect(opened).toEqual([0, 1, 2])

  first?.release()
  third?.release()
  await held[3]
  expect(opened).toEqual([0, 1, 2, 3])
})

test('whoever waits when it is closed is told', async () => {
  const places = openPicturePlaces(1)
  await places.hold(async () => 'held')
  const waiting = places.hold(async () => 'never opened')
  await places.close()
  await expect(waiting).rejects.toThrow('closed')
})
