import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadEventLoopStalls } from '../watchdog/standstills.ts'
import { openStory, type Story, until } from './testing/open-story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const timing = { beatSeconds: 0.2, leaseSeconds: 1 }

test('a loop that stands still ends its process, and is put down to the job that it computed', async () => {
  const doomedWorker = await story.startProcess({ timing })
  const exitPromise = once(doomedWorker, 'exit')
  await story.ask('beside', { steps: ['gate:beside'] })
  await until('one waits', async () => (await story.runs('beside')).length === 1)
  await story.ask('endless', { steps: ['stand-still'] })

  expect(await exitPromise).toEqual([null, 'SIGKILL'])

  const stallCounts = await loadEventLoopStalls(story.db, ['beside', 'endless'])
  expect([...stallCounts]).toEqual([['endless', 1]])
})

test('a job over which it stood still twice is set aside, and those beside it are done', async () => {
  await story.ask('endless', { steps: ['stand-still'] })
  await story.ask('beside', { steps: ['gate:beside'] })
  for (const _ of [1, 2]) {
    const doomedWorker = await story.startProcess({ timing })
    await once(doomedWorker, 'exit')
  }

  await story.start({ timing })
  await story.openGate('beside')

  await story.untilState('endless', 'failed')
  await story.untilState('beside', 'done')
  const { rows } = await story.pool.query(
    `select error from dbos.operation_outputs where workflow_uuid = 'endless'`,
  )
  expect(rows[0].error).toContain('stopped responding 2 times while running the step “stand-still”')
})

test('a process that was suspended for longer is left alone', async () => {
  const worker = await story.startProcess({ timing })
  worker.kill('SIGSTOP')
  // The watchdog would have noticed after two seconds.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  worker.kill('SIGCONT')

  await story.ask('afterwards')
  await story.untilState('afterwards', 'done')
  expect(worker.signalCode).toBeNull()
  expect((await story.runs())[0]?.worker).toBe(worker.pid)
})
