import { importTruths } from '@recto/contract/prompt-studio/truth-files'
import { listScores } from '@recto/contract/prompt-studio/truths'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { projectId, showProject, studioServer } from './testing/acme-invoices.tsx'

const counts = { new: 2, changed: 1, same: 0, unknown: 1, faults: 0 }
const unknownLine = {
  line: 4,
  document: 'nowhere.pdf',
  field: 'total',
  reason: 'The project has no such document.',
}

test('a file of expected values says what it would change, is saved, or says what is wrong with it', async () => {
  let hasFault = false
  const server = studioServer(
    {},
    answer(listScores, () => ({ truths: 0, profiles: [], prompts: [], outputs: [] })),
    answer(importTruths, ({ body }) => {
      if (body.truths_file === 'nothing')
        return refuse(400, 'The first line must name the columns.')
      return {
        ...counts,
        faults: hasFault ? 1 : 0,
        unknown_lines: [unknownLine],
        fault_lines: hasFault
          ? [{ ...unknownLine, line: 2, reason: 'The value must be a number.' }]
          : [],
        is_saved: !hasFault && !body.dry_run,
      }
    }),
  )
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Scores' }))
  await userEvent.click(await screen.findByRole('button', { name: /Export expected values/ }))
  const link = await screen.findByRole('link', { name: 'CSV, for spreadsheets' })
  expect(link.getAttribute('href')).toContain(`/prompt-studio/${projectId}/truths/file/?format=csv`)

  const input = screen.getByLabelText('File of expected values')
  const choose = (name: string, text: string) =>
    userEvent.upload(input, new File([text], name), { applyAccept: false })
  await choose('values.jsonl', '{"document":"a"}')
  const result = within(await screen.findByRole('region', { name: 'Import of expected values' }))
  expect(
    await result.findByText(
      'In the file: 2 new, 1 changed, 0 the same, 1 of unknown documents or fields, left out.',
    ),
  ).toBeTruthy()
  expect(
    within(result.getByRole('table', { name: 'Unknown documents and fields' })).getAllByRole(
      'row',
    )[1]?.textContent,
  ).toBe('4nowhere.pdftotalThe project has no such document.')
  expect(server.callsOf(importTruths)[0]?.body).toEqual({
    format: 'jsonl',
    truths_file: '{"document":"a"}',
    dry_run: true,
  })
  await userEvent.click(result.getByRole('button', { name: 'Save 3' }))
  expect(await screen.findByText(/^Saved: 2 new/)).toBeTruthy()
  expect(server.callsOf(importTruths)[1]?.body.dry_run).toBe(false)

  hasFault = true
  await choose('values.csv', 'document,field,value')
  expect(await screen.findByText('Nothing was saved: the file has 1 fault.')).toBeTruthy()
  expect(screen.getByText('The value must be a number.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Save \d/ })).toBeNull()
  await choose('values.csv', 'nothing')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain(
      'The first line must name the columns.',
    ),
  )
})
