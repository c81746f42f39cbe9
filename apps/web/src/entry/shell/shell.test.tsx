import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { startUp } from '../../testing/people.ts'
import { open } from '../../testing/show.tsx'

test('the side menu has three groups [SH-002]', async () => {
  fakeServer(startUp())

  await open('/acme/tools')

  expect(await screen.findByRole('heading', { name: 'BUILD' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'MANAGE' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'SETTINGS' })).toBeTruthy()
})
