import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entryFromWire, usageFromWire } from './log-entry.ts'
import { openPanelLogs } from './panel-logs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = (timestamp: number, more: object = {}) => ({
  timestamp,
  type: 'LOG',
  service: 'prompt',
  level: 'INFO',
  message: `message ${timestamp}`,
  ...more,
})

test('what is no message is refused, and disturbs nothing', () => {
  const logs = openPanelLogs()
  for (const data of ['no json', '[1]', 7, null, undefined]) expect(() => logs.hear(data)).toThrow()
  logs.hear({ type: 'UPDATE', component: 'SOURCE', state: 'RUNNING' })
  logs.hear({ type: 'PROGRESS', message: 'on its way' })
  vi.advanceTimersByTime(2_000)
  expect(logs.shown.get().entries).toEqual([])
})

test('[RT-005] messages are shown together every two seconds, as object, as JSON and as bytes', () => {
  const logs = openPanelLogs()
  const drawn = vi.fn()
  logs.shown.subscribe(drawn)

  logs.hear(message(1))
  logs.hear(JSON.stringify(message(2)))
  logs.hear(new TextEncoder().encode(JSON.stringify(message(3))).buffer)
  vi.advanceTimersByTime(1_999)
  expect(drawn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(drawn).toHaveBeenCalledOnce()
  expect(logs.shown.get().entries.map(({ timestamp }) => timestamp)).toEqual([1, 2, 3])
})

test('[RT-006, RT-019] a burst is drawn once and leaves the newest 200, however many came before', () => {
  const logs = openPanelLogs()
  const drawn = vi.fn()
  logs.shown.subscribe(drawn)

  for (let at = 0; at < 100_000; at++) logs.hear(message(at))
  vi.advanceTimersByTime(2_000)
  expect(drawn).toHaveBeenCalledOnce()
  expect(logs.shown.get().entries).toHaveLength(200)
  for (let at = 100_000; at < 100_150; at++) logs.hear(message(at))
  vi.advanceTimersByTime(2_000)

  const { entries } = logs.shown.get()
  expect([entries.length, entries[0]?.timestamp, entries.at(-1)?.timestamp]).toEqual([
    200, 99_950, 100_149,
  ])
})

test('[RT-007] what is left of the tokens is what may be used less what was, and never below 0', () => {
  const usage = {
    type: 'LOG',
    service: 'usage',
    added_token_count: 1200,
    max_token_count_set: 2000,
  }
  expect(usageFromWire(usage)).toEqual({ remainingTokens: 800 })
  expect(usageFromWire({ ...usage, added_token_count: 9000 })).toEqual({ remainingTokens: 0 })
  expect(usageFromWire({ ...usage, added_token_count: 'many' })).toBeUndefined()
  const logs = openPanelLogs()
  logs.hear(usage)
  vi.advanceTimersByTime(2_000)
  expect(logs.shown.get()).toMatchObject({ remainingTokens: 800, entries: [] })
})

test('[SH-057] an entry has what its message says, and no more', () => {
  expect(
    entryFromWire({
      ...message(1.5, { stage: 'RUN', step: 2, state: 'RUNNING', cost_value: 0.01 }),
      iteration: 1,
      iteration_total: 3,
      cost_type: null,
      component: { prompt_key: 'total', prompt_id: 'p', doc_name: 'a.pdf', tool_id: 't' },
    }),
  ).toEqual({
    timestamp: 1.5,
    level: 'INFO',
    type: 'LOG',
    stage: 'RUN',
    step: '2',
    state: 'RUNNING',
    promptKey: 'total',
    promptId: 'p',
    documentName: 'a.pdf',
    message: 'message 1.5',
    cost: 0.01,
    iteration: 1,
    iterationTotal: 3,
  })
  expect(entryFromWire({ type: 'LOG', log: 'of a workflow' })?.message).toBe('of a workflow')
  expect(entryFromWire({ type: 'NOTIFICATION', message: 'Saved' })?.type).toBe('NOTIFICATION')
})

test('what the server has kept stands beside what has come since, once', () => {
  const logs = openPanelLogs()
  logs.hear(message(2))
  const kept = [1, 2].flatMap((at) => entryFromWire(message(at)) ?? [])
  logs.restore(kept)
  vi.advanceTimersByTime(2_000)
  logs.restore(kept)
  expect(logs.shown.get().entries.map(({ timestamp }) => timestamp)).toEqual([1, 2])
})
