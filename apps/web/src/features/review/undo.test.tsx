import * as api from '@recto/contract/review/review'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type RefusedReply, refuse } from '../../testing/fake-server.ts'
import { button, classId, openItem, openItemAt, usualItem } from './testing/open-item.ts'

test('a finished review is undone, and is open again', async () => {
  const nextItem = {
    ...usualItem,
    id: '0190d6f8-0000-7000-8000-000000000009',
    file_name: 'next.pdf',
  }
  let fetches = 0
  const { ana, callsOf } = await openItem(
    usualItem,
    answer(api.fetchNextItem, () => ({ data: fetches++ === 0 ? usualItem : nextItem })),
    answer(api.finishReview, () => ({ message: 'The review is finished.', undo_seconds: 60 })),
    answer(api.undoFinish, () => ({ data: usualItem })),
  )
  await ana.click(await button('Finish Review'))
  expect(await screen.findByText('next.pdf')).toBeTruthy()

  await ana.click(await button('Undo'))
  expect(await screen.findByText('bill.pdf')).toBeTruthy()
  expect(callsOf(api.finishReview)[0]?.body).toMatchObject({ can_undo: true })
  expect(callsOf(api.undoFinish)[0]?.body).toEqual({ item_id: usualItem.id })
})

test('an approval is undone, or the server says why not; without time to do so no undo is offered', async () => {
  let reply: { message: string; undo_seconds?: number } = { message: 'Approved.', undo_seconds: 60 }
  let isDelivered = false
  const tooLate = 'The result of this document is already being delivered.'
  const { ana, callsOf } = await openItemAt('/acme/review/approve', usualItem, [
    answer(api.approveItem, () => reply),
    answer(api.undoApproval, () => (isDelivered ? refuse(409, tooLate) : { data: usualItem })),
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
    usualItem,
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
      return { data: usualItem }
    }),
    answer(api.finishReview, () => ({ message: 'The review is finished.' })),
  )
  expect(await screen.findByText('1 of 3')).toBeTruthy()
  await ana.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('2 of 3')).toBeTruthy()
})

test('an undo waits until the edits of the document that is open are saved', async () => {
  const nextItem = {
    ...usualItem,
    id: '0190d6f8-0000-7000-8000-000000000009',
    file_name: 'next.pdf',
  }
  let fetches = 0
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const { ana, callsOf } = await openItem(
    usualItem,
    answer(api.fetchNextItem, () => ({ data: fetches++ === 0 ? usualItem : nextItem })),
    answer(api.finishReview, () => ({ message: 'The review is finished.', undo_seconds: 60 })),
    answer(api.undoFinish, () => ({ data: usualItem })),
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

const receipts = '0190d6f8-0000-7000-8000-000000000003'
const twoClasses = answer(api.listDocumentClasses, () => ({
  data: [
    { workflow_id: classId, workflow_name: 'Invoices' },
    { workflow_id: receipts, workflow_name: 'Receipts' },
  ],
}))

async function chooseClass(ana: UserEvent, name: string) {
  await ana.click(await screen.findByRole('combobox', { name: 'Document class' }))
  await ana.click(await screen.findByTitle(name))
}

/** Approves a document and goes on to another class. */
async function approveAndLeave(
  undo: () => { data: api.QueueItem } | RefusedReply = () => ({ data: usualItem }),
) {
  const openedPage = await openItemAt('/acme/review/approve', usualItem, [
    twoClasses,
    answer(api.approveItem, () => ({ message: 'Approved.', undo_seconds: 60 })),
    answer(api.undoApproval, undo),
  ])
  await openedPage.ana.click(await button('Approve'))
  await button('Undo')
  await chooseClass(openedPage.ana, 'Receipts')
  return openedPage
}

test('an approval is undone from another class, and the page says where the document is', async () => {
  const { ana, callsOf } = await approveAndLeave()
  expect(await screen.findByText('Select class and fetch next')).toBeTruthy()

  await ana.click(await button('Undo'))
  expect(await screen.findByText(/^Undone\. To open “bill\.pdf” again/)).toBeTruthy()
  expect(callsOf(api.undoApproval).map(({ body }) => body)).toEqual([{ item_id: usualItem.id }])
  // It does not appear among the documents of the other class.
  expect(screen.getByText('Select class and fetch next')).toBeTruthy()
})

test('an undo from another class that comes too late says so', async () => {
  const tooLate = 'The result of this document is already being delivered.'
  const { ana } = await approveAndLeave(() => refuse(409, tooLate))
  await ana.click(await button('Undo'))
  expect(await screen.findByText(tooLate)).toBeTruthy()
})

test('an undo after a way over another class opens the document in its class again', async () => {
  const { ana, callsOf } = await approveAndLeave()
  await chooseClass(ana, 'Invoices')
  expect(await screen.findByText('Select class and fetch next')).toBeTruthy()
  await ana.click(await button('Undo'))
  expect(await screen.findByText('bill.pdf')).toBeTruthy()
  expect(callsOf(api.undoApproval)).toHaveLength(1)
})

test('an approval that is answered in another class can still be undone', async () => {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  const { ana, callsOf } = await openItemAt('/acme/review/approve', usualItem, [
    twoClasses,
    answer(api.approveItem, () => gate.then(() => ({ message: 'Approved.', undo_seconds: 60 }))),
    answer(api.undoApproval, () => ({ data: usualItem })),
  ])
  await ana.click(await button('Approve'))
  await chooseClass(ana, 'Receipts')
  await act(async () => letThrough())
  await ana.click(await button('Undo'))
  await waitFor(() => expect(callsOf(api.undoApproval)).toHaveLength(1))
  expect(callsOf(api.fetchNextItem)).toHaveLength(1)
})
