import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertsProvider, useAlerts } from './alerts.tsx'
import { ColorSchemeProvider } from './color-scheme.tsx'
import { DataTable } from './DataTable.tsx'
import { MessageText } from './MessageText.tsx'
import { Refusal } from './refusal.ts'
import { exactTime, relativeTime } from './time.ts'

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

test('times are US dates with seconds, twelve hours to the half day [SH-081]', () => {
  expect(exactTime(new Date(2026, 5, 3, 21, 5, 9))).toMatch(/^6\/3\/2026, 9:05:09\sPM$/)
})

test('lists say how long ago', () => {
  const now = Date.UTC(2026, 5, 3, 12)

  expect(relativeTime(now - 20_000, now)).toBe('just now')
  expect(relativeTime(now - 3 * 3_600_000, now)).toBe('3 hours ago')
  expect(relativeTime(now - 86_400_000, now)).toBe('yesterday')
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
      <button type="button" onClick={() => alerts.failed(refusal, 'Failed to save')}>
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
