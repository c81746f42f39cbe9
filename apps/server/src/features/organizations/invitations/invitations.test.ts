import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

/** Joining the organization of somebody else. No mail server is configured: links are handed over. */

const password = 'four words make one'

let server: TestServer
let ada: Person

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
})
afterAll(() => server?.close())
beforeEach(() => server.ctx.db.deleteFrom('sign_in_attempt').execute())

const invite = (...users: readonly { email: string; role?: string | null }[]) =>
  ada.post('users/invite/', { users })

async function linkFor(email: string, role?: string): Promise<string> {
  const { body } = await invite(omitUndefined({ email, role: role || undefined }))
  return tokenOf(body.message[0].link)
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const accept = (browser: Person, body: unknown) => browser.post('/api/v1/invitation/accept', body)
const invitationClosed = { status: 403, body: { errors: [{ code: 'INF', attr: null }] } }

async function signUp(email: string): Promise<Person> {
  const browser = openBrowser(server)
  await browser.post('/api/v1/signup', { email, password })
  return browser
}

describe('an invitation is not made', () => {
  test('by anybody but an admin', async () => {
    const users = [{ email: 'a@example.org' }]
    for (const role of ['user', 'reviewer', 'supervisor'] as const) {
      expect((await server.as(role).post('users/invite/', { users })).status).toBe(403)
      expect((await server.as(role).get('invitation/')).status).toBe(403)
    }
  })

  test('for nobody, for too many, and for a body that is none', async () => {
    const manyInvitations = Array.from({ length: 11 }, (_, index) => ({
      email: `a${index}@example.org`,
    }))

    expect(await invite()).toMatchObject({ status: 400, body: { message: 'failed' } })
    expect((await invite(...manyInvitations)).status).toBe(400)
    expect((await ada.post('users/invite/', { users: 'ana' })).status).toBe(400)
    expect((await ada.get('invitation/')).body.members).toEqual([])
  })

  test('for what is no address, no role or a member; the others of the list are invited', async () => {
    const { status, body } = await invite(
      { email: 'no address' },
      { email: 'r@example.org', role: 'emperor' },
      { email: 'ada@example.org' },
      { email: 'Fine@Example.org', role: 'recto_reviewer' },
    )

    expect(status).toBe(200)
    expect(body.message).toMatchObject([
      { email: 'no address', status: 'failed' },
      { email: 'r@example.org', status: 'failed', message: 'This role does not exist.' },
      { email: 'ada@example.org', status: 'failed', message: 'This person is already a member.' },
      {
        email: 'fine@example.org',
        status: 'success',
        link: expect.stringContaining('/invitation?token='),
      },
    ])
    const { body: open } = await ada.get('invitation/')
    expect(open.members).toEqual([
      {
        id: expect.any(String),
        email: 'fine@example.org',
        role: 'recto_reviewer',
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ])
    await ada.delete(`invitation/${open.members[0].id}/`)
  })
})

describe('an invitation is not accepted', () => {
  test('[US-022] when it was guessed, used, withdrawn, renewed or is too old', async () => {
    const usedLink = await linkFor('used@example.org')
    await accept(openBrowser(server), { token: usedLink, password })
    const withdrawnLink = await linkFor('withdrawn@example.org')
    const { body } = await ada.get('invitation/')
    await ada.delete(`invitation/${body.members[0].id}/`)
    const renewedLink = await linkFor('renewed@example.org')
    await linkFor('renewed@example.org')
    const old = await linkFor('old@example.org')
    await server.ctx.db
      .updateTable('invitation')
      .set({ expires_at: new Date() })
      .where('email', '=', 'old@example.org')
      .execute()

    for (const token of ['guessed', usedLink, withdrawnLink, renewedLink, old]) {
      expect(await accept(openBrowser(server), { token, password })).toMatchObject(invitationClosed)
      const lookupReply = await server.anonymous.post('/api/v1/invitation/look', { token })
      expect(lookupReply).toMatchObject(invitationClosed)
    }
  })

  test('[AC-053] by whoever is signed in with another address, and stays open for the one it is for', async () => {
    const token = await linkFor('invited@example.org')
    const newMember = await signUp('somebody@example.org')
    const refusedReply = await accept(newMember, { token, password })

    expect(refusedReply).toMatchObject({ status: 403, body: { errors: [{ code: 'IDM' }] } })
    expect((await newMember.get('/api/v1/organization')).body.organizations).toHaveLength(1)
    expect((await accept(openBrowser(server), { token, password })).status).toBe(200)
  })

  test('without signing in where there is an account, nor with a weak password where there is none', async () => {
    await signUp('there@example.org')
    const memberLink = await linkFor('there@example.org')
    const fresh = await linkFor('fresh@example.org')

    expect(await accept(openBrowser(server), { token: memberLink, password })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'sign_in', detail: 'Sign in as there@example.org first.' }] },
    })
    for (const [token, code] of [
      [undefined, 'required'],
      ['short', 'invalid'],
    ]) {
      expect(await accept(openBrowser(server), { token: fresh, password: token })).toMatchObject({
        status: 400,
        body: { errors: [{ attr: 'password', code }] },
      })
    }
  })

  test('by two at once: one of them is in, and there is one account', async () => {
    const token = await linkFor('race@example.org')
    const answers = await Promise.all(
      [1, 2, 3].map(() => accept(openBrowser(server), { token, password })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
    const { body } = await ada.get('users/')
    const members = body.members.filter(
      ({ email }: { email: string }) => email === 'race@example.org',
    )
    expect(members).toHaveLength(1)
  })

  test('after another organization has looked for it: there is none to withdraw there', async () => {
    await linkFor('elsewhere@example.org')
    const { body } = await ada.get('invitation/')
    const otto = server.as('admin', { organization: 'otherwise' })

    expect((await otto.get('invitation/')).body.members).toEqual([])
    for (const id of [body.members[0].id, '7', crypto.randomUUID()]) {
      expect(await otto.delete(`invitation/${id}/`)).toMatchObject({
        status: 404,
        body: { status: 'failed', message: 'failed' },
      })
    }
    expect((await ada.delete(`invitation/${body.members[0].id}/`)).status).toBe(204)
  })
})

describe('an invited person', () => {
  test.each(['admin', 'recto_user', 'recto_reviewer', 'recto_supervisor'])(
    '[US-022] without an account gets one, and is in the organization as %s at once',
    async (role) => {
      const email = `new.${role}@example.org`
      const token = await linkFor(email, role)
      const lookupReply = await server.anonymous.post('/api/v1/invitation/look', { token })
      const browser = openBrowser(server)
      const joinedReply = await accept(browser, { token, password })

      expect(lookupReply.body).toEqual({
        email,
        role,
        organization: { id: 'recto', name: 'recto', display_name: 'recto' },
        has_account: false,
        expires_at: expect.any(String),
      })
      expect(joinedReply).toMatchObject({
        status: 200,
        body: { state: 'joined', organization: { id: 'recto' } },
      })
      expect((await browser.get('/api/v1/session')).body).toMatchObject({
        email,
        role,
        organization_id: 'recto',
      })
      expect((await server.signIn(email, password)).answer.status).toBe(302)
    },
  )

  test('with an account joins with it, keeps the own organization, and goes from one to the other', async () => {
    const browser = await signUp('two@example.org')
    const token = await linkFor('two@example.org')
    const joinedReply = await accept(browser, { token })
    const { body: list } = await browser.get('/api/v1/organization')

    expect(joinedReply.status).toBe(200)
    expect(list.organizations.map(({ id }: { id: string }) => id)).toEqual(['recto', 'two'])
    expect((await browser.get('/api/v1/session')).body).toMatchObject({
      organization_id: 'recto',
      role: 'recto_user',
    })
    await browser.post('/api/v1/organization/two/set')
    expect((await browser.get('/api/v1/session')).body).toMatchObject({ role: 'admin' })
  })

  test('finds the invitation, and whoever forgot a password a link, in a folder of the installation', async () => {
    await linkFor('folder@example.org')
    const folder = join(server.ctx.config.dataDir, 'outbox')
    const countMails = async () => {
      const names = await readdir(folder).catch(() => [])
      const whole = names.filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(whole.map((name) => readFile(join(folder, name), 'utf8')))
      return texts.filter((text) => text.includes('To: folder@example.org')).length
    }
    await expect.poll(countMails).toBe(1)

    const [name = ''] = await readdir(folder)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })
})
