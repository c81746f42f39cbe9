import * as api from '@recto/contract/review/review'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { modules } from '../../../entry/modules.ts'
import { type Answer, answer, fakeServer } from '../../../testing/fake-server.ts'
import { startUpAnswers } from '../../../testing/people.ts'
import { open } from '../../../testing/show.tsx'

export const classId = '0190d6f8-0000-7000-8000-000000000001'
export const place = (quote: string) => ({
  page: 0,
  boxes: [[10, 20, 60, 32] as const],
  quote,
  match: 'exact' as const,
})
export type Output = Readonly<Record<string, unknown>>

export const itemOf = (output: Output, evidence: Output): api.QueueItem => ({
  id: '0190d6f8-0000-7000-8000-000000000002',
  file: 'bill.pdf',
  file_name: 'bill.pdf',
  file_content: null,
  file_url: '/file',
  fileType: 'application/pdf',
  position: 4,
  result: { output, metadata: { evidence_data: evidence } },
  workflow_id: classId,
  workflow_name: 'Invoices',
  is_edited: false,
  reason: 'rules',
  note: null,
  hitl_queue_name: '',
  hitl_packet_id: null,
  held_until: null,
})
export const usualItem = itemOf(
  { vendor: 'Acme', total: 41.5, lines: [{ item: 'Bolts' }, { item: 'Nuts' }, { item: 'Pins' }] },
  { vendor: [place('Acme')], total: null, lines: [{ item: [place('Bolts')] }, null, null] },
)

/** Opens an item in review. */
export const openItem = (item: api.QueueItem, ...extraAnswers: Answer[]) =>
  openItemAt('/acme/review', item, extraAnswers)

/** Opens an item on one of the review screens. */
export async function openItemAt(
  address: string,
  item: api.QueueItem,
  extraAnswers: readonly Answer[],
) {
  const server = fakeServer(
    ...startUpAnswers({ organizationId: 'acme' }),
    answer(api.listDocumentClasses, () => ({
      data: [{ workflow_id: classId, workflow_name: 'Invoices' }],
    })),
    answer(api.fetchNextItem, () => ({ data: item })),
    answer(api.listItemPages, () => ({ pages: [{ width: 600, height: 800 }] })),
    answer(api.saveEdits, () => ({ message: 'ok' })),
    answer(api.peekNextItem, () => ({ data: null })),
    ...extraAnswers,
  )
  await open(address, modules)
  const ana = userEvent.setup()
  await ana.click(await screen.findByRole('combobox', { name: 'Document class' }))
  await ana.click(await screen.findByTitle('Invoices'))
  await ana.click(await button('Fetch Next'))
  await screen.findByRole('region', { name: /Needs review/ })
  return { ana, ...server }
}
export const button = (name: string | RegExp) =>
  screen.findByRole<HTMLButtonElement>('button', { name })
export const doubtful = (count: number) =>
  screen.findByRole('region', { name: `Needs review (${count})` })

/** Replaces the text of a value. */
export async function typeOver(
  ana: ReturnType<typeof userEvent.setup>,
  name: RegExp,
  text: string,
): Promise<void> {
  await ana.click(await button(name))
  await ana.keyboard('e')
  await ana.type(await screen.findByRole('textbox'), `${text}{Enter}`, {
    initialSelectionStart: 0,
    initialSelectionEnd: 99,
  })
}

/** Drags on the page, which is shown half as large as it is. */
export async function drag(from: readonly [number, number], to: readonly [number, number]) {
  const page = await screen.findByRole('img', { name: 'Page 1 of bill.pdf' })
  const sheet = page.parentElement as HTMLElement
  sheet.getBoundingClientRect = () => new DOMRect(0, 0, 300, 400)
  const pointerAt = ([clientX, clientY]: readonly [number, number]) => ({
    clientX,
    clientY,
    button: 0,
  })
  fireEvent.pointerDown(sheet, pointerAt(from))
  fireEvent.pointerMove(sheet, pointerAt(to))
  return () => fireEvent.pointerUp(sheet, pointerAt(to))
}

export const tableOf = (output: Output, fields: api.QueueItem['fields']): api.QueueItem => ({
  ...itemOf(output, {}),
  fields,
})

type EditCall = { readonly body: { readonly updated_data: Output } }

export const linesOf = (call: EditCall | undefined) =>
  (call?.body.updated_data.lines ?? []) as readonly unknown[]
