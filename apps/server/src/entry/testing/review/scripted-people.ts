import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../../../testing/people.ts'

/** What reviewers add to a value: no machine has read it. */
export const mark = ', checked'

type Queue = {
  /** The id of the workflow. */
  readonly className: string
  readonly signal: AbortSignal
}

/** Counted up by everybody at work. */
export type Work = {
  finished: number
  approved: number
  /** Requests without an answer. */
  cut: number
  /** What must not be: an approver sees a document without what its reviewer has made of it. */
  readonly wrong: string[]
  /** Ids of items whose edit was answered for. */
  readonly edited: Set<string>
}

const pauseMs = 100

/** Takes one document after the other, corrects its customer and finishes it, whatever breaks meanwhile. */
export async function reviewAll(person: Person, queue: Queue, work: Work): Promise<void> {
  await keepOn(queue, work, async () => {
    const item = await nextOf(person, queue, 'review')
    if (!item) return false
    if (!(await correct(person, { item, queue, work }))) return false
    const finalReply = await person.post('manual_review/finish_review/', ofClass(queue))
    if (finalReply.status === 200) work.finished += 1
    return finalReply.status === 200
  })
}

type CorrectionOptions = { readonly item: HeldItem; readonly queue: Queue; readonly work: Work }

/** Once: a document that was edited before everything was killed comes back with its edit. */
async function correct(person: Person, { item, queue, work }: CorrectionOptions): Promise<boolean> {
  const { customer } = item.result.output
  if (customer.endsWith(mark)) return true
  if (work.edited.has(item.id)) work.wrong.push(`an edit is gone: ${item.file_name}`)
  const edit = {
    class_name: queue.className,
    type: 'review',
    updated_data: { customer: `${customer}${mark}` },
  }
  if ((await person.patch('manual_review/edited_data/', edit)).status !== 200) return false
  work.edited.add(item.id)
  return true
}

/** Takes one finished review after the other and approves it. */
export async function approveAll(person: Person, queue: Queue, work: Work): Promise<void> {
  await keepOn(queue, work, async () => {
    const item = await nextOf(person, queue, 'approve')
    if (!item) return false
    if (!item.result.output.customer.endsWith(mark)) {
      work.wrong.push(`approved without its edit: ${item.file_name}`)
    }
    const { status } = await person.post('manual_review/approve/', ofClass(queue))
    if (status === 200) work.approved += 1
    return status === 200
  })
}

const ofClass = ({ className }: Queue) => ({ class_name: className })

type HeldItem = {
  readonly id: string
  readonly file_name: string
  readonly result: { readonly output: { readonly customer: string } }
}

async function nextOf(
  person: Person,
  { className }: Queue,
  type: 'review' | 'approve',
): Promise<HeldItem | null> {
  const path = `manual_review/next/?class_name=${className}&type=${type}`
  const { status, body } = await person.get(path)
  return status === 200 ? body.data : null
}

/** Pauses when there was nothing to do, or nobody there to ask. */
async function keepOn({ signal }: Queue, work: Work, act: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted) {
    const isDone = await act().catch(() => {
      work.cut += 1
      return false
    })
    if (!isDone) await sleep(pauseMs)
  }
}
