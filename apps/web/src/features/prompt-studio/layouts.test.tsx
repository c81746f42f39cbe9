import {
  type LayoutsReply,
  listLayouts,
  saveLayoutSettings,
} from '@recto/contract/prompt-studio/layouts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { showProject, studioServer } from './testing/acme-invoices.tsx'

const emptyReply: LayoutsReply = {
  is_on: true,
  least_documents: 5,
  approved_documents: 3,
  layouts: [],
}
const layout: LayoutsReply['layouts'][number] = {
  id: '90000000-0000-4000-8000-000000000001',
  name: 'Harbour Mill Ltd',
  without_rule: ['mood', 'terms'],
  documents: 5,
  compiled_at: '2026-03-01T08:00:00.000000Z',
  fields: [
    {
      key: 'number',
      documents: 5,
      is_suspended: false,
      rule: 'the text to the right of “Invoice no.” on the same line, like HM-9999',
    },
    { key: 'total', documents: 5, is_suspended: true, rule: 'the number to the right of “Total”' },
  ],
  recognised: 12,
  answered: 23,
  missed: 1,
  saved_in_dollars: 0.046,
}

/** A layout from before layouts had names; no document was recognized by it yet. */
const unnamedLayout = {
  ...layout,
  name: '',
  recognised: 0,
  answered: 0,
  missed: 0,
  saved_in_dollars: null,
  fields: [],
  without_rule: ['number'],
}

async function showLayouts() {
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Layouts' }))
}

test('layouts that cannot be fetched say so, and are asked for again', async () => {
  const server = studioServer(
    {},
    answer(listLayouts, () => refuse(500, 'The database is away.')),
  )
  await showLayouts()
  expect(await screen.findByText('The database is away.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }))
  await waitFor(() => expect(server.callsOf(listLayouts).length).toBeGreaterThan(1))
})

test('before there is one, the page counts approved documents', async () => {
  studioServer(
    {},
    answer(listLayouts, () => emptyReply),
  )
  await showLayouts()
  expect(
    await screen.findByText(
      'No layouts yet. A layout requires 5 similar approved documents. This project has 3 approved documents.',
    ),
  ).toBeTruthy()
})

test('the owner sees that the layouts could not be compiled', async () => {
  const failure = { message: 'Out of memory', at: '2026-06-03T10:00:00.000000Z' }
  studioServer(
    {},
    answer(listLayouts, () => ({ ...emptyReply, failure })),
  )
  await showLayouts()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The layouts could not be updated after the last approval.')
  expect(alert.textContent).toContain('Out of memory')
})

test('a layout shows its rules in words, what they have answered and saved, and is switched off', async () => {
  const server = studioServer(
    {},
    answer(listLayouts, () => ({
      ...emptyReply,
      approved_documents: 5,
      layouts: [layout, { ...unnamedLayout, id: '90000000-0000-4000-8000-000000000002' }],
    })),
    answer(saveLayoutSettings, ({ body }) => ({ ...emptyReply, ...body })),
  )
  await showLayouts()

  const card = within(await screen.findByRole('region', { name: 'Harbour Mill Ltd' }))
  expect(
    card.getByText('the text to the right of “Invoice no.” on the same line, like HM-9999'),
  ).toBeTruthy()
  const total = within(card.getByRole('row', { name: /^total/ }))
  expect(total.getByText(/A reviewer corrected this field/)).toBeTruthy()
  expect(total.getByText('5 of 5')).toBeTruthy()
  expect(card.getByText('12 documents')).toBeTruthy()
  expect(card.getByText('23 of 24 fields')).toBeTruthy()
  expect(card.getByText('$0.046')).toBeTruthy()
  expect(card.getByText('mood, terms')).toBeTruthy()
  const otherLayout = within(screen.getByRole('region', { name: 'Layout 2' }))
  expect(otherLayout.getByText('none yet')).toBeTruthy()
  expect(
    screen.getByText(
      '2 layouts, recognized in 12 documents. Rules answered 23 fields and saved about $0.046.',
    ),
  ).toBeTruthy()

  await userEvent.click(screen.getByRole('switch', { name: 'Fill in fields using layout rules' }))
  await waitFor(() => expect(server.callsOf(saveLayoutSettings)).toHaveLength(1))
  expect(server.callsOf(saveLayoutSettings)[0]?.body).toEqual({ is_on: false, least_documents: 5 })
})
