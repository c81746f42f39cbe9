import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { Refusal } from '../api/refusal.ts'
import { useCopy } from '../browser/copy-text.ts'
import { FailureState } from '../layout/FailureState.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

const silent = new Refusal({ kind: 'unknown', status: 500 })

test('what failed to load or to delete without a reason says at least that [SH-073 SH-074]', async () => {
  fakeServer()
  await show(
    <>
      <FailureState error={silent} onRetry={() => {}} />
      <ConfirmDialog
        title="Delete it?"
        okText="Delete"
        isDestructive
        onConfirm={() => Promise.reject(silent)}
        onClose={() => {}}
      />
    </>,
  )

  expect(screen.getByText('Failed to load')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete')).toBeTruthy()
})

function Copier() {
  const copy = useCopy()
  return (
    <button type="button" onClick={() => void copy('text', 'Copied')}>
      Copy
    </button>
  )
}

test('a copy that the browser refuses says so [SH-078]', async () => {
  const ana = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied.'))
  fakeServer()
  await show(<Copier />)

  await ana.click(screen.getByRole('button', { name: 'Copy' }))

  expect(await screen.findByText('Copy failed')).toBeTruthy()
  expect(screen.queryByText('Copied')).toBeNull()
})
