import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { PopMenu } from '../menu/PopMenu.tsx'

/** A row that is renamed in a dialog, opened by a button or from a menu. */
function Row() {
  const [isOpen, setOpen] = useState(false)
  const [isGone, setGone] = useState(false)
  const open = { key: 'rename', label: 'Rename', onSelect: () => setOpen(true) }
  return (
    <main id="content" tabIndex={-1}>
      <button type="button">Before</button>
      {!isGone && (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      <PopMenu label="More" className="more" sections={[{ key: 'row', items: [open] }]}>
        …
      </PopMenu>
      {isOpen && (
        <Modal open title="Rename" footer={null} onCancel={() => setOpen(false)}>
          <Input aria-label="Name" defaultValue="Invoices" />
          <Input type="search" aria-label="Find" />
          <button
            type="button"
            onClick={() => {
              setGone(true)
              setOpen(false)
            }}
          >
            Delete
          </button>
        </Modal>
      )}
    </main>
  )
}

const name = () => screen.findByLabelText('Name')
const focusedElement = () => document.activeElement

test('what was typed is not thrown away without asking', async () => {
  const ana = userEvent.setup()
  fakeServer()
  await show(<Row />)
  await ana.click(screen.getByRole('button', { name: 'Open' }))
  await ana.type(await name(), ' of May')

  await ana.keyboard('{Escape}')
  expect(await screen.findByText('Discard changes?')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull())
  expect(await name()).toHaveProperty('value', 'Invoices of May')

  await ana.click(await name())
  await ana.keyboard('{Escape}')
  await ana.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
})

test('nothing is asked where nothing was entered, or only searched', async () => {
  const ana = userEvent.setup()
  fakeServer()
  await show(<Row />)
  await ana.click(screen.getByRole('button', { name: 'Open' }))
  await ana.type(await screen.findByLabelText('Find'), 'abc')

  await ana.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  expect(screen.queryByText('Discard changes?')).toBeNull()
})

/** A dialog that is open before the choices of its select have come. */
function LateChoices() {
  const [isOpen, setOpen] = useState(true)
  const [names, setNames] = useState<readonly string[]>([])
  const options = names.map((label, place) => ({ value: `id-${place}`, label }))
  if (!isOpen) return null
  return (
    <Modal open title="Edit" footer={null} onCancel={() => setOpen(false)}>
      <Input aria-label="Name" defaultValue="Invoices" onKeyUp={() => setNames(['One', 'Two'])} />
      <Select aria-label="Workflow" defaultValue="id-0" options={options} />
    </Modal>
  )
}

test('choices that come late are nothing that was entered', async () => {
  const ana = userEvent.setup()
  fakeServer()
  await show(<LateChoices />)
  await ana.click(await name())
  await ana.keyboard('{Home}')
  await screen.findByText('One')

  await ana.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  expect(screen.queryByText('Discard changes?')).toBeNull()
})

test('what is chosen of them is not thrown away without asking', async () => {
  const ana = userEvent.setup()
  fakeServer()
  await show(<LateChoices />)
  await ana.click(await name())
  await ana.keyboard('{Home}')
  await screen.findByText('One')
  await ana.click(screen.getByRole('combobox', { name: 'Workflow' }))
  await ana.click(await screen.findByTitle('Two'))

  await ana.click(await name())
  await ana.keyboard('{Escape}')

  expect(await screen.findByText('Discard changes?')).toBeTruthy()
})

test('the keyboard goes back to what opened a dialog, and on where that is gone', async () => {
  const ana = userEvent.setup()
  fakeServer()
  await show(<Row />)
  const opener = screen.getByRole('button', { name: 'Open' })

  await ana.click(screen.getByRole('button', { name: 'Before' }))
  await ana.click(opener)
  await ana.click(await name())
  await ana.keyboard('{Escape}')
  await waitFor(() => expect(focusedElement()).toBe(opener))

  await ana.click(screen.getByRole('button', { name: 'More' }))
  await ana.click(screen.getByRole('menuitem', { name: 'Rename' }))
  await ana.click(await name())
  await ana.keyboard('{Escape}')
  await waitFor(() => expect(focusedElement()).toBe(screen.getByRole('button', { name: 'More' })))

  await ana.click(opener)
  await ana.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(focusedElement()).toBe(screen.getByRole('button', { name: 'More' })))
})

test('the keyboard begins at the first field, and can go to the cross', async () => {
  const ana = userEvent.setup()
  fakeServer()
  await show(<Row />)
  await ana.click(screen.getByRole('button', { name: 'Open' }))

  const field = await name()
  await waitFor(() => expect(focusedElement()).toBe(field))
  await ana.keyboard('{Shift>}{Tab}{/Shift}')
  expect(focusedElement()).toBe(screen.getByRole('button', { name: 'Close' }))
})
