import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DateRange } from './DateRange.tsx'

beforeEach(() => {
  vi.stubEnv('TZ', 'Pacific/Auckland')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T20:00:00Z') })
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

async function chooseToday(isUtc: boolean) {
  const onChange = vi.fn()
  render(
    <DateRange label="Days" isUtc={isUtc} from={undefined} until={undefined} onChange={onChange} />,
  )
  await userEvent.click(screen.getByLabelText('From'))
  await userEvent.click(await screen.findByText('Today'))
  return onChange.mock.lastCall?.[0]
}

test('today is the day of the viewer', async () => {
  expect(await chooseToday(false)).toEqual({ from: '2026-07-01', until: '2026-07-01' })
})

test('today is the day of UTC where the days are those of UTC', async () => {
  expect(await chooseToday(true)).toEqual({ from: '2026-06-30', until: '2026-06-30' })
})
