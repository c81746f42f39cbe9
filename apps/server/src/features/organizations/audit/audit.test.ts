import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let ada: Person

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
})
afterAll(() => server?.close())

const entriesOf = async (action: string) => (await ada.get(`audit/?action=${action}`)).body.results

test('sign-ins that failed are listed with the account, and so is that they no longer slow it down', async () => {
  for (let count = 0; count < 5; count++) await server.signIn('admin', 'a wrong guess')
  const throttledSignIn = await server.signIn('admin', adminPassword)
  await server.signIn('nobody.at.all', 'a wrong guess')
  const failures = await entriesOf('sign-in.failed')
  // The time that the next attempt has to wait is over.
  await server.ctx.db
    .updateTable('sign_in_attempt')
    .set({ free_at: new Date(0) })
    .execute()
  const { answer } = await server.signIn('admin', adminPassword)

  expect([throttledSignIn.answer.status, answer.status]).toEqual([429, 302])
  expect(failures).toHaveLength(5)
  expect(failures[0]).toMatchObject({
    subject_type: 'account',
    address: expect.stringMatching(/127\.0\.0\.1$/),
    browser: 'node',
    key_name: null,
  })
  expect(JSON.stringify(failures)).not.toContain('a wrong guess')
  expect(await entriesOf('sign-in.unlocked')).toMatchObject([{ before: { failed_attempts: 5 } }])
  // A sign-in that nothing has slowed down unlocks nothing.
  await server.signIn('admin', adminPassword)
  expect(await entriesOf('sign-in.unlocked')).toHaveLength(1)
})

test('what a script does has the name of its key', async () => {
  const { body: key } = await ada.post('platform-api/keys/', {
    name: 'Nightly script',
    description: 'For tests',
  })
  const headers = { authorization: `Bearer ${key.key}`, 'user-agent': 'nightly/1.0' }
  await server.anonymous.post('workflow/', { workflow_name: 'By a script' }, { headers })
  await ada.post('workflow/', { workflow_name: 'By hand' })
  const [byHand, byScript] = await entriesOf('workflow.created')
  const { body: csv } = await ada.get('audit/export/?action=workflow.created')

  expect(byScript).toMatchObject({
    actor_email: 'key Nightly script',
    key_name: 'Nightly script',
    browser: 'nightly/1.0',
    before: null,
    after: { name: 'By a script', is_active: true },
  })
  expect(byHand).toMatchObject({ actor_email: 'ada@example.org', key_name: null })
  expect(csv).toContain('key Nightly script')
  expect(csv).toContain('nightly/1.0')
  expect(JSON.stringify(await entriesOf('platform-api-key.created'))).not.toContain(key.key)
})

test('an entry has the values before and after', async () => {
  const { body } = await ada.post('workflow/', { workflow_name: 'Renamed', description: 'Old' })
  await ada.patch(`workflow/${body.id}/`, { description: 'New' })
  await ada.delete(`workflow/${body.id}/`)

  expect((await entriesOf('workflow.changed'))[0]).toMatchObject({
    subject_id: body.id,
    subject_name: 'Renamed',
    before: { description: 'Old' },
    after: { description: 'New' },
  })
  expect((await entriesOf('workflow.deleted'))[0]).toMatchObject({
    before: { name: 'Renamed', description: 'New' },
    after: null,
  })
})

test('what values refer to by an id has its last name, also once it is deleted', async () => {
  const { body: project } = await ada.post('prompt-studio/', {
    tool_name: 'Before it was renamed',
    description: 'For tests',
    author: 'Ada',
  })
  const id = project.tool_id
  await ada.post('prompt-studio/clone/', { tool_id: id, tool_name: 'A copy' })
  await ada.patch(`prompt-studio/${id}/`, { tool_name: 'Renamed later' })
  const { body: logAfterRename } = await ada.get('audit/?action=project.created&subject=copy')
  await ada.delete(`prompt-studio/${id}/`)
  const { body: logAfterDeletion } = await ada.get('audit/?action=project.created&subject=copy')
  const { body: otherEntries } = await ada.get('audit/?action=workflow.created')

  expect(logAfterRename.results).toMatchObject([{ after: { name: 'A copy', copy_of: id } }])
  expect(logAfterRename.names).toEqual({ [id]: 'Renamed later' })
  expect(logAfterDeletion.names).toEqual({ [id]: 'Renamed later' })
  // A page names what its own entries refer to.
  expect(otherEntries.names[id]).toBeUndefined()
})

test('the log of one organization names nothing of another', async () => {
  const { body: project } = await ada.post('prompt-studio/', {
    tool_name: 'A secret of ours',
    description: 'For tests',
    author: 'Ada',
  })
  const otherAdmin = server.as('admin', { organization: 'rival', name: 'mallory' })
  await otherAdmin.post('workflow/', { workflow_name: 'Theirs', description: project.tool_id })
  const { body } = await otherAdmin.get('audit/?action=workflow.created')

  expect(body.results[0].after.description).toBe(project.tool_id)
  expect(body.names).toEqual({})
})

test('a page of the log has a limit, and the log says which actions it contains', async () => {
  const tooLarge = await ada.get('audit/?page_size=201')
  const { body } = await ada.get('audit/?page_size=2')

  expect(tooLarge.status).toBe(400)
  expect(body.results).toHaveLength(2)
  expect(body.next).toContain('page=2')
  expect(body.actions).toEqual([...new Set(body.actions)].toSorted())
  expect(body.actions).toContain('workflow.created')
})
