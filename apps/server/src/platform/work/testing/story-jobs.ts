import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { z } from 'zod'
import { bindJob, defineJob } from '../jobs.ts'

/** Tables of the stories, in addition to those of the product. */
export const storyTables = `
  create table step_run (job text, step text, worker integer, organization integer,
    begun_at timestamptz not null default clock_timestamp(), ended_at timestamptz);
  create table gate (name text primary key);`

const Payload = z.object({
  job: z.string(),
  organization: z.number(),
  steps: z.array(z.string()),
  milliseconds: z.number(),
})
export type StoryPayload = z.infer<typeof Payload>

/**
 * Runs the named steps one after the other, but not those that an earlier run has ended. Each inserts a row
 * when it begins and marks it when it ends. A step called `gate:x` waits until the gate `x` is open; `die`
 * kills its process; `stand-still` blocks the event loop.
 */
export const runSteps = defineJob({ name: 'story/run-steps', payload: Payload })

export type StoryNeeds = { readonly pool: Pool }

async function work(
  { pool }: StoryNeeds,
  { job, organization, milliseconds }: StoryPayload,
  step: string,
): Promise<void> {
  const { rows } = await pool.query(
    `insert into step_run (job, step, worker, organization) values ($1, $2, $3, $4) returning ctid::text`,
    [job, step, process.pid, organization],
  )
  if (step === 'die') process.kill(process.pid, 'SIGKILL')
  while (step === 'stand-still');
  if (step.startsWith('gate:')) await untilOpen(pool, step.slice('gate:'.length))
  await sleep(milliseconds)
  await pool.query('update step_run set ended_at = clock_timestamp() where ctid = $1::tid', [
    rows[0].ctid,
  ])
}

async function hasEnded(
  { pool }: StoryNeeds,
  { job }: StoryPayload,
  step: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from step_run where job = $1 and step = $2 and ended_at is not null',
    [job, step],
  )
  return rowCount !== 0
}

async function untilOpen(pool: Pool, gate: string): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query('select from gate where name = $1', [gate])
    if (rowCount) return
    await sleep(20)
  }
}

export const storyJobs = [
  bindJob(runSteps, async (ctx: StoryNeeds, payload, { signal, assertHeld }) => {
    for (const step of payload.steps) {
      signal.throwIfAborted()
      await assertHeld()
      if (!(await hasEnded(ctx, payload, step))) await work(ctx, payload, step)
    }
  }),
]
