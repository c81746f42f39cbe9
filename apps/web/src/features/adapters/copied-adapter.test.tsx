import * as api from '@recto/contract/adapters/adapters'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { detail, house, adapterServer as server } from '../../testing/adapters.ts'
import { answer } from '../../testing/fake-server.ts'
import { show } from '../../testing/show.tsx'
import { AdapterListPage } from './AdapterListPage.tsx'

test('a copy without its secret says so in the list and in the form, until the secret is entered', async () => {
  const ana = userEvent.setup()
  const missing_secrets = ['api_key']
  const { callsOf } = server(
    [{ ...house, missing_secrets }],
    answer(api.getAdapter, () => ({
      ...detail,
      missing_secrets,
      adapter_metadata: { model: 'gpt-4o' },
    })),
    answer(api.updateAdapter, () => detail),
  )
  await show(<AdapterListPage list="llms" />)
  expect(await screen.findByText('Needs its secret')).toBeTruthy()
  await ana.click(screen.getByRole('button', { name: 'Edit House model' }))
  const key = (await screen.findByLabelText(/^API Key/)) as HTMLInputElement

  expect([key.value, key.placeholder]).toEqual(['', ''])
  expect(screen.getByText(/secrets are not copied. Enter them here/)).toBeTruthy()
  fireEvent.change(key, { target: { value: 'sk-2' } })
  for (const name of ['Test Connection', 'Submit']) {
    const button = await screen.findByRole('button', { name })
    await expect.poll(() => (button as HTMLButtonElement).disabled).toBe(false)
    await ana.click(button)
  }

  await expect.poll(() => callsOf(api.updateAdapter).length).toBe(1)
  expect(callsOf(api.updateAdapter)[0]?.body.adapter_metadata).toMatchObject({ api_key: 'sk-2' })
})
