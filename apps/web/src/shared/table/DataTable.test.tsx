import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DataTable } from './DataTable.tsx'

test('a table sorts by a click, and the other way by a second one', async () => {
  const ana = userEvent.setup()
  render(
    <DataTable
      label="Files"
      columns={[{ key: 'name', title: 'Name', sortBy: (row: string) => row, render: (row) => row }]}
      rows={['b10', 'a', 'b9']}
      keyOf={(row) => row}
      emptyText="None."
    />,
  )
  const cells = () => screen.getAllByRole('cell').map((cell) => cell.textContent)

  await ana.click(screen.getByRole('button', { name: 'Name' }))
  expect(cells()).toEqual(['a', 'b9', 'b10'])

  await ana.click(screen.getByRole('button', { name: /Name/ }))
  expect(cells()).toEqual(['b10', 'b9', 'a'])
})
