import { getSession, getUserProfile } from '@recto/contract/organizations/session'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { saveDraft } from '../features/prompt-studio/state/drafts.ts'
import { answer, fakeServer, RefusedReply } from '../testing/fake-server.ts'
import { ana, startUpAnswers } from '../testing/people.ts'
import { open } from '../testing/show.tsx'

afterEach(() => {
  document.cookie = 'recto_signed_out=; max-age=0'
})

const listDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('studioDraft/'))
const type = () => saveDraft('field', { text: 'secret', base: '', isRefused: false })

/** Opens the pages as a signed-in user, and waits until they know who it is. */
async function openAs(userId: string) {
  fakeServer(
    startUpAnswers(),
    answer(getUserProfile, () => ({ user: { ...ana, id: userId } })),
  )
  const { path } = await open('/')
  await waitFor(() => expect(path()).toBe('/acme/tools'))
}

const signedOut = () =>
  fakeServer(answer(getSession, () => new RefusedReply(401, { message: 'Unauthorized' })))

test('unsaved texts survive the end of a session and a sign-in of the same user', async () => {
  await openAs('7')
  type()
  signedOut()
  await open('/')
  expect(listDrafts()).toHaveLength(1)

  await openAs('7')
  expect(listDrafts()).toHaveLength(1)
})

test('unsaved texts are deleted when somebody signs out', async () => {
  await openAs('7')
  type()
  document.cookie = 'recto_signed_out=1764270000000'
  signedOut()

  await open('/')

  await waitFor(() => expect(listDrafts()).toEqual([]))
})

test('what is typed after the next sign-in is kept', async () => {
  document.cookie = 'recto_signed_out=1764270000000'
  await openAs('7')
  type()

  await openAs('7')

  expect(listDrafts()).toHaveLength(1)
})

test('unsaved texts are deleted when another user signs in after a session has ended', async () => {
  await openAs('7')
  type()

  await openAs('8')

  expect(listDrafts()).toEqual([])
})
