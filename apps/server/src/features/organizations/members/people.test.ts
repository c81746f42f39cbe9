import { omitUndefined } from '@recto/omit-undefined'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let ada: Person

beforeAll(async () => {
  server = await startServer({
    env: {
      PRODUCT_ID: 'acme-docs',
      RECTO_ORGANIZATION: 'acme',
      RECTO_PLATFORM_ADMINS: 'Paula@example.org, olaf@example.org',
      RECTO_OIDC_ISSUER: 'https://login.example.org',
      RECTO_OIDC_CLIENT_ID: 'recto',
      RECTO_OIDC_CLIENT_SECRET: 'secret',
      RECTO_OIDC_ORGANIZATION: 'managed',
    },
  })
  ada = server.as('admin')
})
afterAll(() => server.close())

const success = { status: 'success', message: 'success' }
const failure = { status: 'failed', message: 'failed' }

async function emailsOf(person: Person): Promise<string[]> {
  const { body } = await person.get('users/')
  return body.members.map(({ email }: { email: string }) => email)
}

async function makeMember(name: string, role: 'admin' | 'user' = 'user', organization?: string) {
  const person = server.as(role, omitUndefined({ name, organization: organization || undefined }))
  await person.get('/api/v1/session')
  return person
}

describe('[US-021] the last admin', () => {
  test('is neither removed nor made something else, by themselves or another', async () => {
    const otto = await makeMember('otto', 'admin', 'lonely')
    const usersPath = '/api/v1/acme-docs/lonely/users/'
    const email = 'otto.lonely@example.org'
    const refusedReplies = [
      await otto.delete(usersPath, { emails: [email] }),
      await otto.delete(usersPath, { emails: [email.toUpperCase()] }),
      await otto.post(`${usersPath}role/`, { email, role: 'acme-docs_user' }),
      await otto.delete(`${usersPath}role/`, { email, role: 'admin' }),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(refusedReplies[0]?.body.errors[0].detail).toBe(
      'An organization must have at least one admin.',
    )
    expect((await otto.get(usersPath)).body.members).toMatchObject([{ email, role: 'admin' }])
  })

  test('is still there when two admins remove each other at once', async () => {
    const first = await makeMember('first', 'admin', 'pair')
    const second = await makeMember('second', 'admin', 'pair')
    const usersPath = '/api/v1/acme-docs/pair/users/'
    const answers = await Promise.all([
      first.delete(usersPath, { emails: ['second.pair@example.org'] }),
      second.delete(usersPath, { emails: ['first.pair@example.org'] }),
    ])
    const left = await server.ctx.db
      .selectFrom('member')
      .innerJoin('organization', 'organization.id', 'member.organization_id')
      .where('slug', '=', 'pair')
      .select('role')
      .execute()

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(left).toEqual([{ role: 'admin' }])
  })
})

describe('what is refused', () => {
  test('only admins change who is in the organization', async () => {
    const uma = server.as('user')
    await uma.get('users/')
    const replies = [
      await uma.delete('users/', { emails: ['rita@example.org'] }),
      await uma.post('users/role/', { email: 'uma@example.org', role: 'admin' }),
    ]

    expect(replies.map(({ status }) => status)).toEqual([403, 403])
    expect(await emailsOf(ada)).toContain('uma@example.org')
  })

  test('more than ten at once, nobody, and somebody of another organization', async () => {
    await makeMember('egon', 'admin', 'otherwise')
    const eleven = Array.from({ length: 11 }, (_, index) => `p${index}@example.org`)
    const manyReply = await ada.delete('users/', { emails: eleven })
    const stranger = await ada.delete('users/', { emails: ['egon.otherwise@example.org'] })
    const role = await ada.post('users/role/', {
      email: 'egon.otherwise@example.org',
      role: 'admin',
    })

    expect(manyReply.status).toBe(400)
    expect(manyReply.body.errors[0].attr).toBe('emails')
    expect([stranger.status, stranger.body]).toEqual([400, failure])
    expect([role.status, role.body]).toEqual([400, failure])
  })

  test('a role that there is none of', async () => {
    await makeMember('rob')
    const refusedReply = await ada.post('users/role/', { email: 'rob@example.org', role: 'king' })

    expect(refusedReply.status).toBe(400)
  })
})

test('[US-019] a role is changed by its name or by its id', async () => {
  await makeMember('ron')
  const asRon = (email: string) =>
    ada.post('users/role/', { email: 'ron@example.org', role: email })

  expect((await asRon('acme-docs_supervisor')).body).toEqual(success)
  const roleOf = async () =>
    (await ada.get('users/?search=ron@')).body.members.map(({ role }: { role: string }) => role)
  expect(await roleOf()).toEqual(['acme-docs_supervisor'])
  expect((await asRon('reviewer')).body).toEqual(success)
  expect(await roleOf()).toEqual(['acme-docs_reviewer'])
  const takenInvitation = { email: 'ron@example.org', role: 'acme-docs_reviewer' }
  expect((await ada.delete('users/role/', takenInvitation)).body).toEqual(success)
  expect(await roleOf()).toEqual(['acme-docs_user'])
})

test('[US-016] who is removed is in at once nowhere any more, and what they made has an owner', async () => {
  const ida = await makeMember('ida')
  const { body: workflow } = await ida.post('workflow/', { workflow_name: 'Ida', description: '' })
  const removedReply = await ada.delete('users/', { emails: ['IDA@example.org'] })
  const refusedReply = await ida.get('users/')
  const session = await ida.get('/api/v1/session')
  const { body: ownId } = await ada.get('/api/v1/session')
  const { body: keptWorkflow } = await ada.get(`workflow/${workflow.id}/`)

  expect([removedReply.status, removedReply.body]).toEqual([200, success])
  expect(refusedReply.status).toBe(403)
  expect(session.body.organization_id).toBeNull()
  expect((await ida.post('/api/v1/organization/acme/set')).status).toBe(403)
  expect(await emailsOf(ada)).not.toContain('ida@example.org')
  expect(keptWorkflow.created_by).toBe(ownId.id)
})

test('[US-015, US-020] ten thousand people come a page at a time, searched and in order', async () => {
  const { db } = server.ctx
  const { id } = await db
    .insertInto('organization')
    .values({ slug: 'crowd', name: 'crowd', display_name: 'crowd' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const olaf = await makeMember('olaf', 'admin', 'crowd')
  const numbers = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(5, '0'))
  const createdIds: number[] = []
  for (let from = 0; from < numbers.length; from += 2000) {
    const part = numbers.slice(from, from + 2000)
    const accounts = await db
      .insertInto('user_account')
      .values(
        part.map((n) => ({ username: `c${n}`, email: `c${n}@crowd.test`, password_hash: null })),
      )
      .returning('id')
      .execute()
    createdIds.push(...accounts.map((one) => one.id))
    await db
      .insertInto('member')
      .values(
        accounts.map((one) => ({ organization_id: id, user_id: one.id, role: 'user' as const })),
      )
      .execute()
  }
  const usersPath = '/api/v1/acme-docs/crowd/users/'
  const pageReply = await olaf.get(`${usersPath}?page=3&page_size=25&ordering=-email`)
  const foundReply = await olaf.get(`${usersPath}?page=1&search=C0421`)

  expect(pageReply.body.count).toBe(10_001)
  expect(pageReply.body.members).toHaveLength(25)
  expect(pageReply.body.members[0].email).toBe('c09950@crowd.test')
  expect(foundReply.body.count).toBe(10)
  expect((await olaf.get(usersPath)).body.members).toHaveLength(10_001)
})

describe('where an identity provider says who belongs to the organization', () => {
  const usersPath = '/api/v1/acme-docs/managed/users/'

  test('[US-010] nobody else does, not even an admin', async () => {
    const mia = await makeMember('mia', 'admin', 'managed')
    await makeMember('max', 'user', 'managed')
    const email = 'max.managed@example.org'
    const refusedReplies = [
      await mia.post(`${usersPath}invite/`, { users: [{ email: 'new@example.org' }] }),
      await mia.post(`${usersPath}role/`, { email, role: 'admin' }),
      await mia.delete(`${usersPath}role/`, { email, role: 'user' }),
      await mia.delete(usersPath, { emails: [email] }),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(refusedReplies[0]?.body.errors[0].detail).toMatch(/identity provider/)
    expect((await mia.get(usersPath)).body.members).toHaveLength(2)
    expect((await mia.get('/api/v1/session')).body.provider).toBe('oidc')
  })
})

describe('an organization for somebody else', () => {
  const onboard = (person: Person, org_name = 'Globex', invitee_email = 'gina@globex.test') =>
    person.post('/api/v1/onboard_user', { org_name, invitee_email })

  test('[US-063, US-067] is made by platform administrators alone: no admin, and nobody whose address is not proved', async () => {
    const olaf = await makeMember('olaf', 'admin')
    await server.ctx.db
      .updateTable('user_account')
      .set({ is_address_proved: false })
      .where('email', '=', 'olaf@example.org')
      .execute()
    const refusedReplies = [
      await onboard(ada),
      await onboard(olaf),
      await onboard(server.anonymous),
    ]

    expect(refusedReplies.map(({ status }) => status)).toEqual([403, 403, 401])
    expect((await ada.get('/api/v1/session')).body).not.toHaveProperty('is_platform_admin')
  })

  test('[US-061] is refused without a name, without an address, and for what is none', async () => {
    const paula = await makeMember('paula')
    const refusedReplies = [
      await onboard(paula, ' '),
      await onboard(paula, 'Globex', ''),
      await onboard(paula, 'Globex', 'nobody'),
      await onboard(paula, 'Globex', 'paula@example.org'),
    ]

    expect(refusedReplies.map(({ status, body }) => [status, body.errors[0].attr])).toEqual([
      [400, 'org_name'],
      [400, 'invitee_email'],
      [400, 'invitee_email'],
      [400, 'invitee_email'],
    ])
    expect((await paula.get('/api/v1/organization')).body.organizations).toHaveLength(1)
  })

  test('[US-061, US-063] starts with all that one starts with, and its admin is invited', async () => {
    const paula = await makeMember('paula')
    const { status, body } = await onboard(paula)
    const token = new URL(body.link).searchParams.get('token')
    const invitedReply = await server.anonymous.post('/api/v1/invitation/look', { token })
    await paula.post('/api/v1/organization/globex/set')
    const base = '/api/v1/acme-docs/globex/'
    const adapters = await paula.get(`${base}adapter/`)
    const audit = await paula.get(`${base}audit/`)

    expect([status, body.organization_id]).toEqual([201, 'globex'])
    expect(invitedReply.body).toMatchObject({
      email: 'gina@globex.test',
      role: 'admin',
      organization: { display_name: 'Globex' },
    })
    expect((await paula.get('/api/v1/session')).body.is_platform_admin).toBe(true)
    expect(adapters.body.length).toBeGreaterThan(3)
    expect(audit.body.results.map(({ action }: { action: string }) => action)).toEqual([
      'member.invited',
      'organization.made',
    ])
    await paula.post('/api/v1/organization/acme/set')
  })
})
