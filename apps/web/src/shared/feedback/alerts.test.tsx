import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '../api/refusal.ts'
import { ColorSchemeProvider } from '../theme/color-scheme.tsx'
import { AlertsProvider, useAlerts } from './alerts.tsx'
import { MessageText } from './MessageText.tsx'

test('messages draw code, bold and links of bounded length [SH-080]', () => {
  const long = 'x'.repeat(101)
  const { container } = render(
    <MessageText
      text={`Use \`api_key\`, **not** [this](https://a.test/b) or \`${long}\` or [bad](javascript:x)`}
    />,
  )

  expect(container.querySelector('code')?.textContent).toBe('api_key')
  expect(container.querySelector('strong')?.textContent).toBe('not')
  expect(container.querySelectorAll('a')).toHaveLength(1)
  expect(container.querySelector('a')?.getAttribute('href')).toBe('https://a.test/b')
  expect(container.textContent).toContain(`\`${long}\``)
  expect(container.textContent).toContain('[bad](javascript:x)')
})

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

async function twoFrames() {
  await frame()
  await frame()
}

function Speaker() {
  const alerts = useAlerts()
  const refusal = new Refusal({ kind: 'unknown', status: 500 })
  return (
    <>
      <button type="button" onClick={() => alerts.success('Saved')}>
        Save
      </button>
      <button type="button" onClick={() => alerts.showError(refusal, 'Failed to save')}>
        Fail
      </button>
    </>
  )
}

test('alerts are titled by how it went, and leave after six seconds [SH-063 SH-064 SH-065 SH-070]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const ana = userEvent.setup()
  render(
    <ColorSchemeProvider>
      <AlertsProvider>
        <Speaker />
      </AlertsProvider>
    </ColorSchemeProvider>,
  )

  await ana.click(screen.getByRole('button', { name: 'Save' }))
  await ana.click(screen.getByRole('button', { name: 'Fail' }))

  expect(await screen.findByText('Success')).toBeTruthy()
  expect(screen.getByText('Failed')).toBeTruthy()
  expect(screen.getByText('Failed to save')).toBeTruthy()
  vi.setSystemTime(Date.now() + 5_000)
  await act(twoFrames)
  expect(screen.queryByText('Saved')).toBeTruthy()
  vi.setSystemTime(Date.now() + 1_500)
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
})

afterEach(() => {
  vi.useRealTimers()
})
