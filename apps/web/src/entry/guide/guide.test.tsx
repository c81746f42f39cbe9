import { getSession } from '@recto/contract/organizations/session'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, fakeServer, RefusedReply } from '../../testing/fake-server.ts'
import { open } from '../../testing/show.tsx'
import { findGuideAddress, findGuideImage } from './guide-pages.ts'

const signedOut = () => answer(getSession, () => new RefusedReply(401, { message: 'Unauthorized' }))

test('the guide is read without a session, and leads to its pages', async () => {
  fakeServer(signedOut())
  await open('/guide')

  expect(await screen.findByRole('heading', { name: 'Guide', level: 1 })).toBeTruthy()
  const links = within(screen.getByRole('article')).getAllByRole('link')
  const addresses = links.map((link) => link.getAttribute('href') ?? '')
  expect(addresses).toContain('/guide/first-values')
  for (const address of addresses) expect(address).toMatch(/^\/guide\/[\w-]+/)
})

test('a page shows its text, its code and its pictures', async () => {
  fakeServer(signedOut())
  await open('/guide/first-values')

  expect(await screen.findByRole('heading', { name: 'First values', level: 1 })).toBeTruthy()
  expect(screen.getAllByText('npm start')[0]?.closest('pre')).toBeTruthy()
  expect(screen.getByRole('img', { name: /The sample/ }).getAttribute('src')).toContain(
    'first-values',
  )
})

test('a page that the guide does not have leads nowhere', async () => {
  fakeServer(signedOut())
  await open('/guide/nothing')
  expect(await screen.findByText('404')).toBeTruthy()
})

test('links lead to pages of the guide, and other documents have none', () => {
  expect(findGuideAddress('going-live.md#changing-what-is-live')).toBe(
    '/guide/going-live#changing-what-is-live',
  )
  expect(findGuideAddress('../operations/running.md')).toBeUndefined()
  expect(findGuideImage('images/no-such.jpg')).toBeUndefined()
})
