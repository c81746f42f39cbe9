import { expect, test } from 'vitest'
import { summarise } from './summarise.ts'

type Call = { readonly step: string; readonly prompt: string }
type ScriptedSummary = { readonly text: string; readonly stoppedBy?: 'end' | 'length' }

async function run(
  text: string,
  say: (call: Call, number: number) => ScriptedSummary,
  contextWindow = 0,
) {
  const calls: Call[] = []
  const summary = await summarise({
    text,
    prompt: '',
    keys: ['total', 'customer'],
    contextWindow,
    async askModel(call) {
      calls.push(call)
      const usage = { inputTokens: 1, outputTokens: 1 }
      return { stoppedBy: 'end' as const, ...say(call, calls.length), usage, model: 'canned' }
    },
  })
  return { summary, calls, steps: calls.map(({ step }) => step) }
}

const long = Array.from({ length: 1500 }, (_, i) => `Line ${i} of a long contract`).join('\n')

test('[PS-328] a summary is asked for what is needed, with plain numbers and dates', async () => {
  const { summary, calls } = await run('Total 5,00 EUR', () => ({ text: ' In short. \n' }))

  expect(summary).toBe('In short.')
  expect(calls).toHaveLength(1)
  for (const expectedText of [
    'YYYY-MM-DD',
    'numbers without formatting',
    '- total',
    'Total 5,00 EUR',
  ]) {
    expect(calls[0]?.prompt).toContain(expectedText)
  }
})

test('a text that the context has no room for is summarised window by window, then the summaries', async () => {
  const say = (_: Call, number: number) => ({ text: `Part ${number} is short.` })
  const { summary, calls } = await run(long, say, 4000)

  const windows = calls.slice(0, -1)
  expect(windows.length).toBeGreaterThan(2)
  for (const { prompt } of calls) expect(prompt.length).toBeLessThan(12_000)
  for (const i of [0, 700, 1499]) {
    expect(windows.some(({ prompt }) => prompt.includes(`Line ${i} of`))).toBe(true)
  }
  expect(calls.at(-1)?.prompt).toContain('Part 1 is short.')
  expect(summary).toBe(`Part ${calls.length} is short.`)
})

test('a summary that was cut is made of the halves', async () => {
  const say = (_: Call, number: number): ScriptedSummary =>
    number === 1 ? { text: 'Begun', stoppedBy: 'length' } : { text: `Half ${number}` }
  const { summary, steps } = await run(long.slice(0, 4000), say)

  expect(summary).toBe('Half 2\n\nHalf 3')
  expect(steps).toEqual(['summarise/1', 'summarise/2', 'summarise/3'])
})

test('a model that writes as much as it reads comes to an end', async () => {
  const { summary, calls } = await run(long, ({ prompt }) => ({ text: prompt }), 4000)
  expect(summary.length).toBeGreaterThan(long.length)
  expect(calls.length).toBeLessThan(20)
})

test('an empty text has an empty summary, and nothing is paid', async () => {
  const { summary, calls } = await run(' \n', () => ({ text: 'Something' }))
  expect([summary, calls.length]).toEqual(['', 0])
})
