import { omitUndefined } from '@recto/omit-undefined'
import { expect, test } from 'vitest'
import type { SqlSession } from './dialect.ts'
import { createSessionPool } from './session-pool.ts'

type Made = { isOpen: boolean; ended: number; readonly signal: AbortSignal }

/** A service of sessions that remember what became of them. */
function openService({ tellsIfOpen = true } = {}) {
  const made: Made[] = []
  const sessions = createSessionPool(async (signal): Promise<SqlSession> => {
    const one: Made = { isOpen: true, ended: 0, signal }
    made.push(one)
    return {
      run: async () => [{ number: made.indexOf(one) }],
      ...omitUndefined({ isOpen: tellsIfOpen ? () => one.isOpen : undefined }),
      end: async () => {
        one.ended += 1
      },
    }
  })
  const ask = (signal = new AbortController().signal) =>
    sessions.use(signal, (session) => session.run({ sql: '', values: [] }))
  return { made, sessions, ask }
}

test('whoever comes later takes the session that is free; two at a time have one each', async () => {
  const { made, sessions, ask } = openService()
  await ask()
  expect(await ask()).toEqual([{ number: 0 }])
  expect(await Promise.all([ask(), ask()])).toEqual([[{ number: 0 }], [{ number: 1 }]])

  await sessions.close()
  expect(made.map(({ ended }) => ended)).toEqual([1, 1])
})

test('what fails takes its session with it', async () => {
  const { made, sessions, ask } = openService()
  const failing = sessions.use(new AbortController().signal, () => {
    throw new Error('in the middle of a transaction')
  })
  await expect(failing).rejects.toThrow('in the middle')

  expect(await ask()).toEqual([{ number: 1 }])
  expect(made[0]).toMatchObject({ ended: 1 })
})

test('one that the service has closed meanwhile is not used again', async () => {
  const { made, ask } = openService()
  await ask()
  for (const one of made) one.isOpen = false

  expect(await ask()).toEqual([{ number: 1 }])
})

test('one that cannot tell whether it is open is used once', async () => {
  const { made, ask } = openService({ tellsIfOpen: false })
  await ask()
  await ask()

  expect(made).toMatchObject([{ ended: 1 }, { ended: 1 }])
})

test('the signal of a run ends its session, and not the one that it gave back before', async () => {
  const { made, sessions, ask } = openService()
  const earlier = new AbortController()
  await ask(earlier.signal)
  earlier.abort()
  expect(made[0]?.signal.aborted).toBe(false)

  const stopped = new AbortController()
  const running = sessions.use(stopped.signal, async () => {
    stopped.abort(new Error('stopped'))
    throw stopped.signal.reason
  })
  await expect(running).rejects.toThrow('stopped')
  expect(made[0]).toMatchObject({ signal: { aborted: true }, ended: 1 })
})
