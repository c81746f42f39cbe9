import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewQueue } from '../../testing/make-review-queue.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { TestReply } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/** Every kind of race is repeated so often; `RECTO_RACES` sets another number. */
const repetitions = Number(process.env.RECTO_RACES ?? 3)
const callsInRace = 8
const keys = Array.from({ length: callsInRace }, (_, index) => `part_${index}`)

let server: TestServer
let toolId: string
let races = 0

beforeAll(async () => {
  server = await startServer({ worker: true })
  const fields = keys.map((key) => ({ key, prompt: `What is the ${key}?` }))
  const sample = { name: 'note.txt', content: 'Note 1\n' }
  ;({ toolId } = await makeTool(server.as('admin'), { name: 'Notes', fields, sample }))
})
afterAll(() => server?.close())

type Mode = 'review' | 'approve'
type Action = 'next' | 'edit' | 'finish' | 'approve' | 'return' | 'delete'
type Queue = { readonly flow: string; readonly execution: string }

/** A class with four documents, as many of them finished as are to be approved. */
async function makeQueue(mode: Mode): Promise<Queue> {
  const name = `race-${++races}`
  const { flow, send, countPending } = await makeReviewQueue(server, { toolId, name })
  const contents = [1, 2, 3, 4].map((n) => `Note ${races} ${n}\n`)
  await send(contents)
  await expect.poll(countPending).toBe(contents.length)
  if (mode === 'approve') {
    await server.ctx.db
      .updateTable('review_item')
      .set({ status: 'FINISHED' })
      .where('workflow_id', '=', flow)
      .execute()
  }
  const { execution_id: execution } = await server.ctx.db
    .selectFrom('review_item')
    .select('execution_id')
    .where('workflow_id', '=', flow)
    .executeTakeFirstOrThrow()
  return { flow, execution: execution ?? '' }
}

/** The calls of one supervisor, who may do everything. */
function act(action: Action, index: number, { queue, mode }: Race): Promise<TestReply> {
  const sue = server.as('supervisor')
  const { flow, execution } = queue
  const queueSelection = { class_name: flow, type: mode }
  switch (action) {
    case 'next':
      return sue.get(`manual_review/next/?class_name=${flow}&type=${mode}`)
    case 'edit':
      return sue.patch('manual_review/edited_data/', {
        ...queueSelection,
        updated_data: { [keys[index] ?? '']: `edit ${index}` },
      })
    case 'finish':
      return sue.post('manual_review/finish_review/', { class_name: flow })
    case 'approve':
      return sue.post('manual_review/approve/', { class_name: flow })
    case 'return':
      return sue.post('manual_review/return_to_queue/', queueSelection)
    case 'delete':
      return server.as('admin').post(`execution/${execution}/stop/`, {})
  }
}

type Race = { readonly queue: Queue; readonly mode: Mode }

async function run(mix: readonly Action[], mode: Mode): Promise<void> {
  const race = { queue: await makeQueue(mode), mode }
  if (mix.some((action) => action !== 'next')) await act('next', 0, race)
  const actions = keys.map((_, index) => mix[index % mix.length] as Action)
  const replies = await Promise.all(actions.map((action, index) => act(action, index, race)))
  // A call succeeds, or comes too late.
  expect(replies.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])

  const items = await server.ctx.db
    .selectFrom('review_item')
    .selectAll()
    .where('workflow_id', '=', race.queue.flow)
    .execute()
  const waitingStatus = mode === 'review' ? 'PENDING' : 'FINISHED'
  const heldItems = items.filter(
    ({ holder_id, status }) => holder_id !== null && status === waitingStatus,
  )
  expect(heldItems.length).toBeLessThanOrEqual(1)
  const idsOfNext = replies
    .filter(({ body }, index) => actions[index] === 'next' && body.data)
    .map(({ body }) => body.data.id as string)
  // Where nothing ends a hold, everybody is given the same document.
  const endsHolds = mix.some((action) => action !== 'next' && action !== 'edit')
  if (!endsHolds) expect(new Set(idsOfNext).size).toBeLessThanOrEqual(1)
  if (mix.includes('delete')) return

  const savedTexts = replies.flatMap(({ status }, index) =>
    actions[index] === 'edit' && status === 200 ? [`edit ${index}`] : [],
  )
  const storedTexts = items.flatMap(({ result }) =>
    Object.values((result as { readonly output: object }).output),
  )
  for (const text of savedTexts) expect(storedTexts, 'a lost edit').toContain(text)
  const count = (action: Action) =>
    replies.filter(({ status }, index) => actions[index] === action && status === 200).length
  const countEvents = async (kind: 'finished' | 'approved' | 'taken') =>
    (
      await server.ctx.db
        .selectFrom('review_event')
        .select('id')
        .where('workflow_id', '=', race.queue.flow)
        .where('kind', '=', kind)
        .execute()
    ).length
  expect(await countEvents('finished')).toBe(count('finish'))
  expect(await countEvents('approved')).toBe(count('approve'))
}

const mixes: readonly (readonly [Mode, readonly Action[]])[] = [
  ['review', ['next']],
  ['review', ['edit']],
  ['review', ['finish']],
  ['approve', ['approve']],
  ['review', ['return']],
  ['review', ['next', 'edit']],
  ['review', ['next', 'finish', 'edit']],
  ['review', ['next', 'return', 'edit']],
  ['approve', ['next', 'edit', 'approve']],
  ['approve', ['approve', 'return', 'next']],
  ['approve', ['approve', 'delete', 'next', 'edit']],
  ['review', ['finish', 'delete', 'return', 'next']],
]

test.each(mixes)(
  'eight calls at once of one person, %s: %j leave one document with them, and lose no edit [RV-050 RV-126]',
  async (mode, mix) => {
    for (let turn = 0; turn < repetitions; turn++) await run(mix, mode)
  },
)
