import * as api from '@recto/contract/review/review'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { button, classId, openItem, openItemAt, usual } from './testing/open-item.ts'

test('a finished review is undone, and is open again', async () => {
  const nextItem = { ...usual, id: '0190d6f8-0000-7000-8000-000000000009', file_name: 'next.pdf' }
  let fetches = 0
  const { ana, callsOf } = await openItem(
    usual,
    answer(api.fetchNextItem, () => ({ data: fetches++ === 0 ? usual : nextItem })),
    answer(api.finishReview, () => ({ message: 'The review is finished.', undo_seconds: 60 })),
    answer(api.undoFinish, () => ({ data: usual })),
  )
  await ana.click(await button('Finish Review'))
  expect(await screen.findByText('next.pdf')).toBeTruthy()

  await ana.click(await button('Undo'))
  expect(await screen.findByText('bill.pdf')).toBeTruthy()
  expect(callsOf(api.finishReview)[0]?.body).toMatchObject({ can_undo: true })
  expect(callsOf(api.undoFinish)[0]?.body).toEqual({ item_id: usual.id })
})

test('an approval is undone, or the server says why not; without time to do so no undo is offered', async () => {
  let reply: { message: string; undo_seconds?: number } = { message: 'Approved.', undo_seconds: 60 }
  let isDelivered = false
  const tooLate = 'The result of this document is already being delivered.'
  const { ana, callsOf } = await openItemAt('/acme/review/approve', usual, [
    answer(api.approveItem, () => reply),
    answer(api.undoApproval, () => (isDelivered ? refuse(409, tooLate) : { data: usual })),
  ])
  const approve = async () => {
    await waitFor(async () => expect((await button('Approve')).disabled).toBe(false))
    await ana.click(await button('Approve'))
  }
  await approve()
  await ana.click(await button('Undo'))
  await waitFor(() => expect(callsOf(api.undoApproval)).toHaveLength(1))
  expect(callsOf(api.approveItem)[0]?.body).toMatchObject({ can_undo: true })
  expect(await screen.findByText('bill.pdf')).toBeTruthy()

  isDelivered = true
  await approve()
  await ana.click(await button('Undo'))
  expect(await screen.findByText(tooLate)).toBeTruthy()

  reply = { message: 'Approved for good.' }
  await approve()
  expect(await screen.findByText('Approved for good.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the place in the queue is shown, and moves on with every document', async () => {
  let pending = 3
  const { ana } = await openItem(
    usual,
    answer(api.listDocumentClasses, () => ({
      data: [
        {
          workflow_id: classId,
          workflow_name: 'Invoices',
          counts: { pending_review_count: pending, finished_review_count: 0 },
        },
      ],
    })),
    answer(api.fetchNextItem, () => {
      pending--
      return { data: usual }
    }),
    answer(api.finishReview, () => ({ message: 'The review is finished.' })),
  )
  expect(await screen.findByText('1 of 3')).toBeTruthy()
  await ana.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('2 of 3')).toBeTruthy()
})

test('an undo waits until the edits of the document that is open are saved', async () => {
  const nextItem = { ...usual, id: '0190d6f8-0000-7000-8000-000000000009', file_name: 'next.pdf' }
  let fetches = 0
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const { ana, callsOf } = await openItem(
    usual,
    answer(api.fetchNextItem, () => ({ data: fetches++ === 0 ? usual : nextItem })),
    answer(api.finishReview, () => ({ message: 'The review is finished.', undo_seconds: 60 })),
    answer(api.undoFinish, () => ({ data: usual })),
    answer(api.saveEdits, () => gate.then(() => ({ message: 'ok' }))),
  )
  await ana.click(await button('Finish Review'))
  expect(await screen.findByText('next.pdf')).toBeTruthy()
  await ana.click(await button(/^vendor.*Acme/))
  await ana.keyboard('eGlobex')
  await ana.click(await button('Undo'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.undoFinish)).toEqual([])

  await act(async () => letThrough())
  expect(await screen.findByText('bill.pdf')).toBeTruthy()
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({ item_id: nextItem.id })
  expect(await button(/^vendor.*Acme/)).toBeTruthy()
})
