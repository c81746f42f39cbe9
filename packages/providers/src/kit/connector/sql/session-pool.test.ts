import { omitUndefined } from '@recto/omit-undefined'
import { expect, test } from 'vitest'
import type { SqlSession } from './dialect.ts'
import { createSessionPool } from './session-pool.ts'

type CreatedSession = { isOpen: boolean; ended: number; readonly signal: AbortSignal }

/** A service of sessions that remember what became of them. */
function openService({ tellsIfOpen = true } = {}) {
  const createdThings: CreatedSession[] = []
  const sessions = createSessionPool(async (signal): Promise<SqlSession> => {
    const one: CreatedSession = { isOpen: true, ended: 0, signal }
    createdThings.push(one)
    return {
      run: async () => [{ number: createdThings.indexOf(one) }],
      ...omitUndefined({ isOpen: tellsIfOpen ? () => one.isOpen : undefined }),
      end: async () => {
        one.ended += 1
      },
    }
  })
  const ask = (signal = new AbortController().signal) =>
    sessions.use(signal, (session) => session.run({ sql: '', values: [] }))
  return { made: createdThings, sessions, ask }
}

test('whoever comes later takes the session that is free; two at a time have one each', async () => {
  const { made: createdThings, sessions, ask } = openService()
  await ask()
  expect(await ask()).toEqual([{ number: 0 }])
  expect(await Promise.all([ask(), ask()])).toEqual([[{ number: 0 }], [{ number: 1 }]])

  await sessions.close()
  expect(createdThings.map(({ ended: endCount }) => endCount)).toEqual([1, 1])
})

test('what fails takes its session with it', async () => {
  const { made: createdThings, sessions, ask } = openService()
  const failedUse = sessions.use(new AbortController().signal, () => {
    throw new Error('in the middle of a transaction')
  })
  await expect(failedUse).rejects.toThrow('in the middle')

  expect(await ask()).toEqual([{ number: 1 }])
  expect(createdThings[0]).toMatchObject({ ended: 1 })
})

test('one that the service has closed meanwhile is not used again', async () => {
  const { made: createdThings, ask } = openService()
  await ask()
  for (const one of createdThings) one.isOpen = false

  expect(await ask()).toEqual([{ number: 1 }])
})

test('one that cannot tell whether it is open is used once', async () => {
  const { made: createdThings, ask } = openService({ tellsIfOpen: false })
  await ask()
  await ask()

  expect(createdThings).toMatchObject([{ ended: 1 }, { ended: 1 }])
})

test('the signal of a run ends its session, and not the one that it gave back before', async () => {
  const { made: createdThings, sessions, ask } = openService()
  const earlier = new AbortController()
  await ask(earlier.signal)
  earlier.abort()
  expect(createdThings[0]?.signal.aborted).toBe(false)

  const stoppedController = new AbortController()
  const runningUse = sessions.use(stoppedController.signal, async () => {
    stoppedController.abort(new Error('stopped'))
    throw stoppedController.signal.reason
  })
  await expect(runningUse).rejects.toThrow('stopped')
  expect(createdThings[0]).toMatchObject({ signal: { aborted: true }, ended: 1 })
})
