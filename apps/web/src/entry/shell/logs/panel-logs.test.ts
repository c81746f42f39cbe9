import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { entryFromWire, usageFromWire } from './log-entry.ts'
import { createPanelLogs } from './panel-logs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const message = (timestamp: number, changes: object = {}) => ({
  timestamp,
  type: 'LOG',
  service: 'prompt',
  level: 'INFO',
  message: `message ${timestamp}`,
  ...changes,
})

test('what is no message is refused, and disturbs nothing', () => {
  const logs = createPanelLogs()
  for (const data of ['no json', '[1]', 7, null, undefined])
    expect(() => logs.handleMessage(data)).toThrow()
  logs.handleMessage({ type: 'UPDATE', component: 'SOURCE', state: 'RUNNING' })
  logs.handleMessage({ type: 'PROGRESS', message: 'on its way' })
  vi.advanceTimersByTime(2_000)
  expect(logs.state.get().entries).toEqual([])
})

test('[RT-005] messages are shown together every two seconds, as object, as JSON and as bytes', () => {
  const logs = createPanelLogs()
  const onRender = vi.fn()
  logs.state.subscribe(onRender)

  logs.handleMessage(message(1))
  logs.handleMessage(JSON.stringify(message(2)))
  logs.handleMessage(new TextEncoder().encode(JSON.stringify(message(3))).buffer)
  vi.advanceTimersByTime(1_999)
  expect(onRender).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(onRender).toHaveBeenCalledOnce()
  expect(logs.state.get().entries.map(({ timestamp }) => timestamp)).toEqual([1, 2, 3])
})

test('[RT-006, RT-019] a burst is drawn once and leaves the newest 200, however many came before', () => {
  const logs = createPanelLogs()
  const onRender = vi.fn()
  logs.state.subscribe(onRender)

  for (let index = 0; index < 100_000; index++) logs.handleMessage(message(index))
  vi.advanceTimersByTime(2_000)
  expect(onRender).toHaveBeenCalledOnce()
  expect(logs.state.get().entries).toHaveLength(200)
  for (let index = 100_000; index < 100_150; index++) logs.handleMessage(message(index))
  vi.advanceTimersByTime(2_000)

  const { entries } = logs.state.get()
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
  const logs = createPanelLogs()
  logs.handleMessage(usage)
  vi.advanceTimersByTime(2_000)
  expect(logs.state.get()).toMatchObject({ remainingTokens: 800, entries: [] })
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
  const logs = createPanelLogs()
  logs.handleMessage(message(2))
  const storedEntries = [1, 2].flatMap((timestamp) => entryFromWire(message(timestamp)) ?? [])
  logs.restore(storedEntries)
  vi.advanceTimersByTime(2_000)
  logs.restore(storedEntries)
  expect(logs.state.get().entries.map(({ timestamp }) => timestamp)).toEqual([1, 2])
})
