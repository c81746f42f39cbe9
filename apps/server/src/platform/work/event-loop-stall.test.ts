import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

  const { rows } = await story.pool.query(
    'select key, times from standstill join work_item on work_id = work_item.id::text',
  )
  expect(rows).toEqual([{ key: 'endless', times: 1 }])
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
  const { rows } = await story.pool.query(`select error from work_item where key = 'endless'`)
  expect(rows[0].error).toContain('stopped responding 2 times while running this job')
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
