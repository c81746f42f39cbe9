import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bindJob, defineJob } from './jobs.ts'
import { openStory, type Story, until } from './testing/open-story.ts'
import type { StoryNeeds } from './testing/story-jobs.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

describe('stopping', () => {
  test('a step that fails because its worker closes what it uses is done by the next worker', async () => {
    const seenEvents: string[] = []
    const { promise: closePromise, reject: closeReader } = Promise.withResolvers<string>()
    const readings = [() => closePromise, async () => 'the text']
    const job = defineJob({ name: 'story/reads', payload: z.object({}) })
    const reads = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      const read = () => {
        seenEvents.push('begun')
        return readings.shift()!()
      }
      seenEvents.push(await durable.step('read', read).catch((error: Error) => error.message))
    })
    const first = await story.start({ jobs: [reads] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('the reading has begun', async () => seenEvents.length === 1)

    await first.stop({ withinSeconds: 0 })
    closeReader(new Error('The reader is closed.'))
    await story.start({ jobs: [reads], isOnlyWorker: true })
    await story.untilState('a', 'done')

    expect(seenEvents).toEqual(['begun', 'begun', 'the text'])
  })

  test('a step that was only asked for is done, here or by the next worker', async () => {
    const seenEvents: string[] = []
    const job = defineJob({ name: 'story/asks', payload: z.object({}) })
    const asks = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      seenEvents.push(await durable.step('first', async () => 'first'))
      await lookIsHeld.promise
      seenEvents.push(await durable.step('second', async () => 'second'))
    })
    const lookIsHeld = Promise.withResolvers<void>()
    const first = await story.start({ jobs: [asks] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('the first step is done', async () => seenEvents.length === 1)

    // DBOS looks whether the second step has a result, and is told nothing.
    const holder = await story.pool.connect()
    await holder.query('begin; lock table dbos.operation_outputs in access exclusive mode')
    lookIsHeld.resolve()
    await until('the second step is asked for', async () => {
      const { rowCount } = await story.pool.query(
        `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
         where datname = current_database() and relation = 'dbos.operation_outputs'::regclass
           and not granted`,
      )
      return rowCount !== 0
    })
    const stopPromise = first.stop({ withinSeconds: 0 })
    await story.pool.query('select 1')
    await holder.query('commit')
    holder.release()
    await stopPromise
    await story.start({ jobs: [asks], isOnlyWorker: true })
    await story.untilState('a', 'done')

    expect(seenEvents).toContain('second')
  })
})
