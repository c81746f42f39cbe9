import { reorderPrompts } from '@recto/contract/prompt-studio/prompts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { project, prompt, showProject, studioServer, total } from './testing/acme-invoices.tsx'

test('a card that is dragged to another place comes to lie there, and goes back when it is refused', async () => {
  let isRefused = true
  const server = studioServer(
    { project: project({ prompts: [total, prompt(2), prompt(3)] }) },
    answer(reorderPrompts, () => {
      if (isRefused) return refuse(400, 'Failed to reorder the prompts')
      server.change({ prompts: [prompt(2), prompt(3), total] })
      return []
    }),
  )
  await showProject()
  await screen.findByRole('article', { name: 'total' })
  const keys = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
  const drag = (key: string, targetKey: string) => {
    const handle = screen.getByTitle(`Drag to move ${key}`)
    const dataTransfer = { setData() {}, setDragImage() {} }
    const target = screen.getByRole('article', { name: targetKey })
    fireEvent.dragStart(handle, { dataTransfer })
    fireEvent.dragOver(target, { dataTransfer })
    fireEvent.drop(target, { dataTransfer })
  }
  drag('total', 'field_3')
  expect(await screen.findByText('Failed to reorder the prompts')).toBeTruthy()
  expect(keys()).toEqual(['total', 'field_2', 'field_3'])

  isRefused = false
  drag('total', 'field_3')
  await waitFor(() => expect(keys()).toEqual(['field_2', 'field_3', 'total']))
  expect(server.callsOf(reorderPrompts)[1]?.body).toMatchObject({
    prompt_id: total.prompt_id,
    start_sequence_number: 1,
    end_sequence_number: 3,
  })
})

test('a refused move puts the prompts back into their order [PS-191] [PS-227] [PS-228]', async () => {
  studioServer(
    { project: project({ prompts: [total, prompt(2)] }) },
    answer(reorderPrompts, () => refuse(400, 'Failed to reorder the prompts')),
  )
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: /Reorder prompts/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Move total down' }))

  expect(await screen.findByText('Failed to reorder the prompts')).toBeTruthy()
  expect(dialog.getByText('Reorder Prompts')).toBeTruthy()
  const keys = dialog.getAllByRole('listitem').map((item) => item.textContent)
  expect(keys).toEqual(['total', 'field_2'])
})
