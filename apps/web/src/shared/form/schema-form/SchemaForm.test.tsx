import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type FormValues, SchemaForm, type SchemaFormProps } from './SchemaForm.tsx'

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
const noFailures: ReadonlyMap<string, string> = new Map()

type PageProps = {
  readonly schema?: SchemaFormProps['schema']
  readonly initial?: FormValues
  readonly failures?: ReadonlyMap<string, string>
}

function Page({
  schema: displayedSchema = schema,
  initial = {},
  failures = noFailures,
}: PageProps) {
  const [values, setValues] = useState<FormValues>(initial)
  return (
    <SchemaForm
      schema={displayedSchema}
      failures={failures}
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

test('stored settings open in the alternative that they were entered in, wherever it stands', () => {
  const { unmount } = render(<Page initial={{ name: 'Books', url: 'sealed:1:url' }} />)
  expect(screen.getByLabelText(/^Connection URL/)).toBeTruthy()
  unmount()
  render(<Page initial={{ name: 'Books', host: 'db' }} />)
  expect(screen.getByLabelText(/^Host/)).toBeTruthy()
  expect(screen.queryByLabelText(/^Connection URL/)).toBeNull()
})

test('the values of a choice are shown by their labels, or else in plain words, and sent as they are', async () => {
  const ana = userEvent.setup()
  submissions.length = 0
  const choices = {
    type: 'object',
    properties: {
      hidden: {
        type: 'string',
        title: 'Hidden',
        enum: ['leave_out', 'off'],
        enumNames: ['Exclude it', 'Keep it'],
      },
      auth: {
        type: 'string',
        title: 'Sign in by',
        enum: ['iam_role', 'BLOCK_NONE'],
        default: 'iam_role',
      },
      values: { type: 'string', title: 'Values', enum: ['Write JSON', 'Write it all'] },
    },
  }
  render(<Page schema={choices} initial={{ hidden: 'leave_out' }} />)
  expect(screen.getByTitle('Exclude it')).toBeTruthy()
  expect(screen.getByTitle('IAM role')).toBeTruthy()

  await ana.click(screen.getByLabelText('Sign in by'))
  await ana.click(await screen.findByTitle('Block none'))
  await ana.click(screen.getByLabelText('Values'))
  await ana.click(await screen.findByTitle('Write it all'))
  await ana.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(/leave_out|iam_role|BLOCK_NONE/)).toBeNull()
  expect(submissions).toEqual([{ hidden: 'leave_out', auth: 'BLOCK_NONE', values: 'Write it all' }])
})

const source = {
  type: 'object',
  properties: {
    folder: { type: 'string', title: 'Folder' },
    pattern: { type: 'string', title: 'Pattern', default: '', isAdvanced: true },
    after: {
      type: 'string',
      title: 'Afterwards',
      enum: ['Keep', 'Move'],
      default: 'Keep',
      isAdvanced: true,
    },
    target: { type: 'string', title: 'Target', default: '', isAdvanced: true, belongsTo: 'after' },
  },
}
const isVisible = (label: string) => screen.getByLabelText(label).closest('[hidden]') === null

test('settings that are as usual are folded, and unfolded by a click', async () => {
  const ana = userEvent.setup()
  submissions.length = 0
  render(<Page schema={source} initial={{ folder: 'in', pattern: '' }} />)
  const moreButton = screen.getByRole('button', { name: 'More settings (3)' })
  expect(['Folder', 'Pattern', 'Afterwards', 'Target'].map(isVisible)).toEqual([
    true,
    false,
    false,
    false,
  ])

  await ana.click(moreButton)
  expect(moreButton.getAttribute('aria-expanded')).toBe('true')
  expect(['Pattern', 'Afterwards', 'Target'].map(isVisible)).toEqual([true, true, true])
  // A field stays where it is while somebody types in it.
  await ana.type(screen.getByLabelText('Pattern'), '*.pdf')
  expect(screen.getByRole('button', { name: 'More settings (3)' })).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Done' }))
  expect(submissions).toEqual([{ folder: 'in', pattern: '*.pdf', after: 'Keep', target: '' }])
})

test('a setting that is not as usual is visible with those that belong to it', () => {
  render(<Page schema={source} initial={{ after: 'Move', target: '' }} />)

  expect(['Folder', 'Pattern', 'Afterwards', 'Target'].map(isVisible)).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(screen.getByRole('button', { name: 'More settings (1)' })).toBeTruthy()
})

test('folded settings that the server refuses are unfolded', () => {
  render(<Page schema={source} failures={new Map([['pattern', 'Not a pattern.']])} />)

  expect(screen.getByText('Not a pattern.')).toBeTruthy()
  expect(isVisible('Pattern')).toBe(true)
})
