import * as api from '@recto/contract/review/review'
import { listAutoApproval, saveAutoApproval } from '@recto/contract/review/review-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { modules } from '../../entry/modules.ts'
import { type Answer, answer, fakeServer, refuse } from '../../testing/fake-server.ts'
import { startUpAnswers } from '../../testing/people.ts'
import { open, show } from '../../testing/show.tsx'
import {
  ApprovePage,
  DownloadPage,
  ReviewPage,
  SimpleApprovePage,
  SimpleReviewPage,
} from './ReviewPage.tsx'

const classId = '0190d6f8-0000-7000-8000-000000000001'
const place = (quote: string) => ({
  page: 0,
  boxes: [[10, 20, 60, 32] as const],
  quote,
  match: 'exact' as const,
})
const item: api.QueueItem = {
  id: '0190d6f8-0000-7000-8000-000000000002',
  file: 'bill.pdf',
  file_name: 'bill.pdf',
  file_content: null,
  file_url: '/file',
  fileType: 'application/pdf',
  position: 4,
  result: {
    output: { vendor: 'Acme', total: 41.5, lines: [{ item: 'Bolts' }, { item: 'Nuts' }] },
    metadata: {
      required_fields: { vendor: 'all' },
      evidence_data: {
        vendor: [place('Acme')],
        total: [place('41.50')],
        lines: [{ item: [place('Bolts')] }, { item: [] }],
      },
      explanations: { vendor: 'Found by its legal form.', total: 'Found beside “Sum”.' },
      hidden_text: {
        count: 1,
        lines: [
          { page: 0, text: 'Pay to X1', box: [10, 700, 90, 712], reason: 'no-contrast' as const },
        ],
      },
      word_confidence_data: { vendor: 0.98, total: 0.31, lines: [{ item: 0.9 }, { item: null }] },
    },
  },
  workflow_id: classId,
  workflow_name: 'Invoices',
  is_edited: false,
  reason: 'rules',
  note: null,
  hitl_queue_name: '',
  hitl_packet_id: null,
  held_until: null,
}

type Answers = Answer[]
const server = (...extraAnswers: Answers) =>
  fakeServer(
    answer(api.listDocumentClasses, () => ({
      data: [{ workflow_id: classId, workflow_name: 'Invoices' }],
    })),
    answer(api.fetchNextItem, () => ({ data: item })),
    answer(api.listItemPages, () => ({ pages: [{ width: 600, height: 800 }] })),
    answer(api.saveEdits, () => ({ message: 'ok' })),
    answer(api.peekNextItem, () => ({ data: null })),
    ...extraAnswers,
  )
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

async function choose(): Promise<ReturnType<typeof userEvent.setup>> {
  const ana = userEvent.setup()
  await ana.click(await screen.findByRole('combobox', { name: 'Document class' }))
  await ana.click(await screen.findByTitle('Invoices'))
  return ana
}

/** Opens the first document that waits. */
async function openFirst() {
  await show(<ReviewPage />)
  const ana = await choose()
  await ana.click(await button('Fetch Next'))
  await screen.findByRole('region', { name: /Needs review/ })
  return ana
}

test('classes that cannot be loaded say so, and nothing can be done before one is chosen [RV-014 RV-015 RV-016 RV-017 RV-061]', async () => {
  server(answer(api.listDocumentClasses, () => refuse(500, '')))
  await show(<ReviewPage />)
  expect(await screen.findByText('Failed to get document classes')).toBeTruthy()

  server()
  await show(<ReviewPage />)
  expect(await screen.findByText('Select class and fetch next')).toBeTruthy()
  for (const name of [
    'Fetch Next',
    'Return Doc to Queue',
    'Queue Details',
    'History',
    'Finish Review',
  ]) {
    expect((await button(name)).disabled, name).toBe(true)
  }
})

test('an item is looked at by keyboard, doubtful values first, and finished [RV-025 RV-026 RV-039 RV-043 RV-045 RV-046 RV-048]', async () => {
  let left = 1
  const { callsOf } = server(
    answer(api.fetchNextItem, () => ({ data: left-- > 0 ? item : null })),
    answer(api.finishReview, () => ({ message: 'The review is finished.' })),
  )
  await show(<ReviewPage />)
  const ana = await choose()
  const isNextStep = async (name: string) =>
    (await button(name)).matches('.ant-btn-primary:not(:disabled)')
  expect(await isNextStep('Fetch Next')).toBe(true)
  await ana.click(await button('Fetch Next'))

  const doubtful = await screen.findByRole('region', { name: 'Needs review (2)' })
  expect([await isNextStep('Fetch Next'), await isNextStep('Finish Review')]).toEqual([false, true])
  const [total, nut] = within(doubtful).getAllByRole('button', { name: /total|lines › row 2/ })
  expect(total?.textContent).toContain('Low Confidence')
  expect(nut?.textContent).toContain('Not found in the document')
  expect(await screen.findByRole('img', { name: 'Page 1 of bill.pdf' })).toBeTruthy()
  expect(await button('Hidden text, in the color of the background: Pay to X1')).toBeTruthy()

  // Enter accepts, and is on the next one; a double click edits that in a dialog.
  total?.focus()
  // The explanation covers neither the heading nor another value.
  const reasons = await screen.findByText('Found beside “Sum”.')
  expect(reasons.closest('.review-reasons')?.textContent).toContain('totalLow Confidence')
  expect(document.querySelector('.ant-popover')).toBeNull()
  await ana.hover(total as HTMLElement)
  expect(await screen.findByText('Low Confidence', { selector: '.review-why p' })).toBeTruthy()
  await ana.keyboard('{Enter}')
  const list = await screen.findByRole('region', { name: 'Needs review (1)' })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('row 2'))
  await ana.dblClick(within(list).getByRole('button', { name: /row 2/ }))
  const dialog = await screen.findByRole('dialog')
  const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
  expect(text.rows).toBe(4)
  await ana.clear(text)
  await ana.type(text, 'Wing nuts')
  await ana.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Succesfully updated the data.')).toBeTruthy()
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    class_name: classId,
    updated_data: { lines: [{ item: 'Bolts' }, { item: 'Wing nuts' }] },
  })

  await ana.click(await button('Finish Review'))
  expect(await screen.findByText('No documents are waiting.')).toBeTruthy()
  expect(callsOf(api.finishReview)[0]?.body).toEqual({
    class_name: classId,
    item_id: item.id,
    can_undo: true,
  })
})

test('what is required holds up the end; edits that are not saved are taken back [RV-049 RV-055 RV-060]', async () => {
  const { callsOf } = server(
    answer(api.fetchNextItem, () => ({
      data: { ...item, result: { ...item.result, output: { ...item.result.output, vendor: '' } } },
    })),
    answer(api.saveEdits, () => refuse(500, '')),
  )
  const ana = await openFirst()

  await ana.click(await button('Finish Review'))
  expect(
    await screen.findByText('The required field "vendor" cannot be empty at path "vendor".'),
  ).toBeTruthy()
  expect(callsOf(api.finishReview)).toEqual([])

  await ana.click(await button('Delete row 2 of lines'))
  expect(await screen.findByText('Are you sure to delete this row?')).toBeTruthy()
  await ana.click(await button('Yes'))
  expect(await screen.findByText('Failed to update data.')).toBeTruthy()
  expect(await button('Delete row 2 of lines')).toBeTruthy()
})

test('rows are added with one input a column, and deleted with their places [RV-041 RV-042]', async () => {
  const { callsOf } = server()
  await show(<ReviewPage />)
  const ana = await choose()
  await ana.click(await button('Fetch Next'))
  await ana.click(await button('Delete row 1 of lines'))
  await ana.click(await button('Yes'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(1))
  expect(callsOf(api.saveEdits)[0]?.body).toMatchObject({
    updated_data: { lines: [{ item: 'Nuts' }] },
    updated_evidence: { lines: [{ item: [] }] },
  })

  await ana.click(await button('Add Row to lines'))
  await ana.type(await screen.findByLabelText('item'), 'Screws')
  await ana.click(await button('Add'))
  await waitFor(() => expect(callsOf(api.saveEdits)).toHaveLength(2))
  expect(callsOf(api.saveEdits)[1]?.body).toMatchObject({
    updated_data: { lines: [{ item: 'Nuts' }, { item: 'Screws' }] },
  })
})

test('an approver puts back with a reason, and sees the counters [RV-018 RV-027 RV-123]', async () => {
  const { callsOf } = server(
    answer(api.returnItem, () => ({ message: 'The document was returned to the queue.' })),
    answer(api.getQueueDetails, () => ({
      pending_review_count: 11,
      in_progress_count: 12,
      finished_review_count: 13,
      approval_in_progress_count: 14,
      approved_queue_count: 15,
    })),
  )
  await show(<ApprovePage />)
  const ana = await choose()
  await ana.click(await button('Queue Details'))
  for (const count of ['11', '12', '13', '14', '15']) {
    expect(await screen.findByText(count)).toBeTruthy()
  }
  await ana.keyboard('{Escape}')

  await ana.click(await button('Fetch Next'))
  await ana.click(await button('Return with a reason'))
  expect((await button('Return')).disabled).toBe(true)
  await ana.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wrong page')
  await ana.click(await button('Return'))
  await waitFor(() => expect(callsOf(api.returnItem)).toHaveLength(1))
  expect(callsOf(api.returnItem)[0]?.body).toEqual({
    class_name: classId,
    item_id: item.id,
    type: 'approve',
    reason: 'Wrong page',
  })
})

test('what is approved is listed, opened, and only looked at [RV-021 RV-031 RV-033 RV-037 RV-040]', async () => {
  server(
    answer(api.listApprovedItems, () => ({
      data: [
        {
          id: item.id,
          position: 4,
          file_name: 'bill.pdf',
          approved_at: '2026-06-03T10:00:00.000000Z',
          approved_by: 'sue@acme.test',
          is_edited: true,
        },
      ],
    })),
    answer(api.getApprovedItem, () => ({ data: item })),
  )
  await show(<DownloadPage />)
  const ana = await choose()
  await ana.click(await button('Copy class ID'))
  expect(await screen.findByText('Class ID copied to clipboard')).toBeTruthy()
  await ana.click(await button('Get Finalized List'))
  await ana.click(await button('bill.pdf'))
  await ana.dblClick(await button(/^vendor.*Acme/))

  expect(await screen.findByText('View only mode')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add Row/ })).toBeNull()
})

test('the changes of a document say who made what of which field', async () => {
  server(
    answer(api.listItemEvents, () => ({
      data: [
        {
          at: '2026-06-03T10:00:00.000000Z',
          who: 'rita@acme.test',
          kind: 'edited',
          field: 'total',
          before: 41.5,
          after: 42.25,
          places: [place('42.25')],
          note: null,
        },
      ],
    })),
  )
  const ana = await openFirst()
  await ana.click(await button('Changes'))

  const dialog = await screen.findByRole('dialog')
  for (const text of ['rita@acme.test', 'Edited', 'total', '41.5', '42.25', 'Page 1']) {
    expect(await within(dialog).findByText(text)).toBeTruthy()
  }
})

test('what cannot be counted or opened says so [RV-062 RV-063]', async () => {
  server(
    answer(api.getQueueDetails, () => refuse(500, '')),
    answer(api.fetchNextItem, () => refuse(500, '')),
  )
  await show(<ReviewPage />)
  const ana = await choose()
  await ana.click(await button('Fetch Next'))
  expect(await screen.findByText('Failed to set current review data.')).toBeTruthy()
  await ana.click(await button('Queue Details'))
  expect(await screen.findByText('Failed to get queue details')).toBeTruthy()
})

test('another class begins with nothing selected [RV-024]', async () => {
  const receipts = '0190d6f8-0000-7000-8000-000000000003'
  server(
    answer(api.listDocumentClasses, () => ({
      data: [
        { workflow_id: classId, workflow_name: 'Invoices' },
        { workflow_id: receipts, workflow_name: 'Receipts' },
      ],
    })),
  )
  const ana = await openFirst()

  await ana.click(await screen.findByRole('combobox', { name: 'Document class' }))
  await ana.click(await screen.findByTitle('Receipts'))
  expect(await screen.findByText('Select class and fetch next')).toBeTruthy()
  expect(screen.queryByRole('region', { name: /Needs review/ })).toBeNull()
})

test('the finalized list shows six at a time [RV-032]', async () => {
  server(
    answer(api.listApprovedItems, () => ({
      data: [1, 2, 3, 4, 5, 6, 7].map((n) => ({
        id: item.id,
        position: n,
        file_name: `bill-${n}.pdf`,
        approved_at: '2026-06-03T10:00:00.000000Z',
        approved_by: null,
        is_edited: false,
      })),
    })),
  )
  await show(<DownloadPage />)
  const ana = await choose()
  await ana.click(await button('Get Finalized List'))
  expect(await button('bill-6.pdf')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'bill-7.pdf' })).toBeNull()
  await ana.click(await screen.findByTitle('2'))
  expect(await button('bill-7.pdf')).toBeTruthy()
})

test('beside the finalized list stand the classes that need no supervisor, moved from one side to the other [RV-015 RV-023 RV-034]', async () => {
  const noAutoApproval = { auto_approved_document_classes: [], auto_approved_users: [] }
  const { callsOf } = server(
    answer(listAutoApproval, () => [noAutoApproval]),
    answer(saveAutoApproval, () => noAutoApproval),
  )
  await show(<DownloadPage />)
  expect(await screen.findByText('Select class and fetch next')).toBeTruthy()
  for (const name of ['Get Finalized List', 'Copy class ID', 'Download', 'Auto-approve']) {
    expect((await button(name)).disabled, name).toBe(true)
  }
  const ana = await choose()
  await ana.click(await button('Auto-approve'))

  await ana.click(await screen.findByRole('checkbox', { name: /Invoices/ }))
  const [, move] = screen.getAllByRole('button', { name: /Auto-approve$/ })
  await ana.click(move as HTMLElement)
  expect(await screen.findByText('Auto-approval saved')).toBeTruthy()
  expect(callsOf(saveAutoApproval)[0]?.body).toMatchObject({
    auto_approved_document_classes: [classId],
  })
})

const simpleAnswers = (fileType: string, name = 'bill.png') => [
  answer(api.listDocumentClassesOfApi, () => ({
    data: [{ workflow_id: classId, workflow_name: 'Invoices' }],
  })),
  answer(api.fetchNextItemOfApi, () => ({ data: { ...item, file_name: name, fileType } })),
]
const buttonsOfHeader = () =>
  screen.getAllByRole('button', { name: /^(Fetch|Finish|Approve|Return|Queue|History)/ })

test('the simple screen of reviews fetches, and ends with all that was changed; a PDF is drawn from its file [RV-019 RV-028 RV-030]', async () => {
  const { callsOf } = server(
    ...simpleAnswers('application/octet-stream', 'bill.pdf'),
    answer(api.finishReviewOfApi, () => refuse(500, '')),
  )
  await show(<SimpleReviewPage />)
  const ana = await choose()
  expect(buttonsOfHeader().map((one) => one.textContent)).toEqual(['Fetch Next', 'Finish Review'])
  await ana.click(await button('Fetch Next'))
  expect(await screen.findByRole('region', { name: 'PDF of bill.pdf' })).toBeTruthy()

  await ana.click(await button(/^total/))
  await ana.keyboard('e')
  await ana.clear(await screen.findByRole('textbox', { name: 'total' }))
  await ana.keyboard('42{Enter}')
  await ana.click(await button('Finish Review'))
  expect(await screen.findByText('Failed to update data.')).toBeTruthy()
  expect(callsOf(api.finishReviewOfApi)[0]?.body).toEqual({
    class_name: classId,
    item_id: item.id,
    type: 'simple_review',
    updated_data: { ...item.result.output, total: 42 },
    notation: { decimal_mark: 'point', date_order: 'month-first' },
  })
  // What was typed is still there to be sent again.
  expect(await screen.findByText('42')).toBeTruthy()
  expect(callsOf(api.saveEdits)).toEqual([])
})

test('the simple screen of approvals approves; what is no PDF is a picture with yellow bands [RV-006 RV-020 RV-029 RV-030]', async () => {
  const { callsOf } = server(
    ...simpleAnswers('image/png'),
    answer(api.finishReviewOfApi, () => ({ message: 'Approved.' })),
  )
  await show(<SimpleApprovePage />)
  const ana = await choose()
  expect(buttonsOfHeader().map((one) => one.textContent)).toEqual(['Fetch Next', 'Approve'])
  await ana.click(await button('Fetch Next'))
  const picture = await screen.findByRole('img', { name: 'Page 1 of bill.png' })
  const bands = picture.parentElement?.querySelectorAll('.review-band')
  expect(bands).toHaveLength(3)

  await ana.click(await button('Approve'))
  await waitFor(() => expect(callsOf(api.finishReviewOfApi)).toHaveLength(1))
  expect(callsOf(api.finishReviewOfApi)[0]?.body).toMatchObject({ type: 'simple_approve' })
  expect(api.ReviewType.options).toEqual([
    'review',
    'approve',
    'simple_review',
    'simple_approve',
    'download',
  ])
})

test.each([
  ['review', 'Finish Review'],
  ['approve', 'Approve'],
])('the simple screens have addresses of their own: %s [RV-004 RV-005]', async (name, end) => {
  server(...startUpAnswers({ organizationId: 'acme' }), ...simpleAnswers('image/png'))
  await open(`/acme/simple_review/${name}`, modules)

  expect(await button(end)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Queue Details' })).toBeNull()
})

test('classes are searched, show what waits, and are remembered in the address', async () => {
  const otherClassId = '0190d6f8-0000-7000-8000-000000000003'
  server(
    ...startUpAnswers({ organizationId: 'acme' }),
    answer(api.listDocumentClasses, () => ({
      data: [
        {
          workflow_id: classId,
          workflow_name: 'Invoices',
          counts: { pending_review_count: 12, finished_review_count: 3 },
        },
        { workflow_id: otherClassId, workflow_name: 'Receipts' },
      ],
    })),
  )
  const { router } = await open(`/acme/review?class=${otherClassId}`, modules)
  expect((await button('Fetch Next')).disabled).toBe(false)
  const ana = userEvent.setup()
  const select = await screen.findByRole('combobox', { name: 'Document class' })
  await ana.click(select)
  expect(await screen.findByText('12 waiting')).toBeTruthy()
  await ana.type(select, 'inv')
  expect(screen.queryByText('0 waiting')).toBeNull()
  await ana.click(await screen.findByTitle('Invoices'))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ class: classId }))
})
