import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type FormValues, SchemaForm } from './SchemaForm.tsx'

const schema = {
  type: 'object',
  title: 'Database',
  required: ['name'],
  properties: { name: { type: 'string', title: 'Name' } },
  oneOf: [
    {
      title: 'URL',
      required: ['url'],
      properties: { url: { type: 'string', title: 'Connection URL' } },
    },
    {
      title: 'Parts',
      required: ['host'],
      properties: { host: { type: 'string', title: 'Host' } },
    },
  ],
}

const submissions: FormValues[] = []

function Page() {
  const [values, setValues] = useState<FormValues>({})
  return (
    <SchemaForm
      schema={schema}
      values={values}
      onChange={setValues}
      onSubmit={(checked) => submissions.push(checked)}
    >
      <button type="submit">Done</button>
    </SchemaForm>
  )
}

test('a choice of settings has a label, and only what was chosen is asked for', async () => {
  const ana = userEvent.setup()
  render(<Page />)
  expect(screen.getByLabelText(/^Connection URL/)).toBeTruthy()
  expect(screen.queryByRole('group')).toBeNull()

  await ana.click(screen.getByLabelText('Enter settings as'))
  await ana.click(await screen.findByTitle('Parts'))
  expect(screen.queryByLabelText(/^Connection URL/)).toBeNull()
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Books' } })
  fireEvent.change(screen.getByLabelText(/^Host/), { target: { value: 'db' } })
  await ana.click(screen.getByRole('button', { name: 'Done' }))

  expect(submissions).toEqual([{ name: 'Books', host: 'db' }])
})
