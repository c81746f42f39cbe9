import { getSignInKey } from '@recto/contract/connectors/connector-sign-in'
import * as api from '@recto/contract/connectors/connectors'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { bucket, drive, driveForm, connectorServer as server } from '../../../testing/connectors.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { ConnectorSettings } from '../ConnectorSettings.tsx'

const key = 'oauth:acme|7|google-oauth2|3f'
const keys = answer(getSignInKey, () => ({ cache_key: key }))
const createdConnector = { ...bucket, connector_id: drive.id }

const page = () => show(<ConnectorSettings providerId={drive.id} onSaved={() => {}} />)
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

/** The window that a page opens. */
let signInWindow: { location: { href: string }; closed: boolean; close(): void }
beforeEach(() => {
  signInWindow = { location: { href: '' }, closed: false, close: vi.fn() }
})
const spyOnWindow = () =>
  vi.spyOn(window, 'open').mockImplementation(() => signInWindow as unknown as Window)

/** Stores the outcome as another window of this browser would. */
function leaveOutcome(status: string) {
  localStorage.setItem('oauth-status', status)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'oauth-status', newValue: status }))
  })
}

test('a sign-in is asked for before anything is tested [CN-038]', async () => {
  const ana = userEvent.setup()
  const { callsOf } = server([])
  await page()
  await ana.click(await button('Test Connection'))

  expect(await screen.findByText('Invalid OAuth')).toBeTruthy()
  expect(callsOf(api.testConnector)).toEqual([])
  expect((await button('Submit')).disabled).toBe(true)
})

test('a service that nobody knows how to sign in at says so [CN-039]', async () => {
  server(
    [],
    answer(api.getConnectorSchema, () => ({ ...driveForm, python_social_auth_backend: 'myspace' })),
  )
  await page()

  expect(await screen.findByText('Provider not available.')).toBeTruthy()
})

test('one that the installation is not known to says so, and its window is closed [CN-039]', async () => {
  const ana = userEvent.setup()
  spyOnWindow()
  server(
    [],
    answer(getSignInKey, () => refuse(500, 'Provider not available.')),
  )
  await page()
  await ana.click(await button('Sign in with Google'))

  expect(await screen.findByText('Provider not available.')).toBeTruthy()
  expect(signInWindow.close).toHaveBeenCalled()
})

test('a browser that opens no windows is told of', async () => {
  const ana = userEvent.setup()
  vi.spyOn(window, 'open').mockReturnValue(null)
  server([])
  await page()
  await ana.click(await button('Sign in with Google'))

  expect(await screen.findByText(/blocked the sign-in window/)).toBeTruthy()
})

test('the window is small, goes to the service by the key, and its outcome comes through the browser’s storage, once [CN-033 CN-035 CN-036 CN-040]', async () => {
  const ana = userEvent.setup()
  localStorage.setItem('oauth-status', 'success')
  const open = spyOnWindow()
  server([], keys)
  await page()
  await ana.click(await button('Sign in with Google'))

  expect(await screen.findByText('Continue in the other window.')).toBeTruthy()
  expect(open.mock.calls[0]?.[2]).toMatch(/width=500,height=600$/)
  expect(signInWindow.location.href).toBe(
    `/api/v1/oauth/login/google-oauth2?oauth-key=${encodeURIComponent(key)}`,
  )
  expect(localStorage.getItem('oauth-status')).toBeNull()

  leaveOutcome('success')
  expect(await screen.findByText(/^Signed in/)).toBeTruthy()
  expect(localStorage.getItem('oauth-status')).toBeNull()
})

test('a sign-in that failed, or whose window was closed, tests and submits nothing [CN-037 CN-038]', async () => {
  const ana = userEvent.setup()
  spyOnWindow()
  const { callsOf } = server([], keys)
  await page()
  await ana.click(await button('Sign in with Google'))
  await screen.findByText('Continue in the other window.')
  signInWindow.closed = true
  expect(await screen.findByText(/^The window was closed/)).toBeTruthy()

  leaveOutcome('error')
  expect(await screen.findByText(/did not grant access/)).toBeTruthy()
  await ana.click(await button('Test Connection'))
  expect(await screen.findByText('Invalid OAuth')).toBeTruthy()
  expect(callsOf(api.testConnector)).toEqual([])
})

test('whoever has signed in tests and submits by the key [CN-011 CN-037]', async () => {
  const ana = userEvent.setup()
  spyOnWindow()
  const { callsOf } = server(
    [],
    keys,
    answer(api.createConnector, () => createdConnector),
  )
  await page()
  await ana.click(await button('Sign in with Google'))
  await screen.findByText('Continue in the other window.')
  leaveOutcome('success')
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')
  await ana.click(await button('Submit'))

  expect(await screen.findByText('Successfully added connector')).toBeTruthy()
  expect(callsOf(api.testConnector)[0]?.body.connector_metadata).toEqual({ 'oauth-key': key })
  expect(callsOf(api.createConnector)[0]).toMatchObject({
    query: { 'oauth-key': key },
    body: { connector_name: 'S3 bucket', connector_metadata: {} },
  })
})

test('a new sign-in asks for a new test', async () => {
  const ana = userEvent.setup()
  spyOnWindow()
  let count = 0
  server(
    [],
    answer(getSignInKey, () => {
      count += 1
      return { cache_key: `${key}${count}` }
    }),
  )
  await page()
  await ana.click(await button('Sign in with Google'))
  await screen.findByText('Continue in the other window.')
  leaveOutcome('success')
  await ana.click(await button('Test Connection'))
  await screen.findByText('Test connection successful')

  await ana.click(await button('Sign in with Google'))
  await screen.findByText('Continue in the other window.')
  leaveOutcome('success')
  expect(await screen.findByText(/^Signed in/)).toBeTruthy()
  expect(screen.queryByText('Test connection successful')).toBeNull()
  expect((await button('Submit')).disabled).toBe(true)
})
