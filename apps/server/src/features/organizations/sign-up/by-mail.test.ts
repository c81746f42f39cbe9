import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import { openLine } from '../../../testing/open-line.ts'
import { adminPassword, startServer, type TestServer } from '../../../testing/start-server.ts'

/** Accounts, passwords and invitations by mail, in a conversation with a real mail server. */

const password = 'four words make one'
const otherPassword = 'a new horse for the stable'
const origin = 'https://recto.example.org'

type ReceivedMail = { readonly to: string; readonly text: string }

const receivedMails: ReceivedMail[] = []
const waiters: (() => void)[] = []
/** Errors with which the mail server refuses the next mails. */
const refusals: (Error & { responseCode: number })[] = []
let conversations = 0

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    conversations++
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const refusal = refusals.shift()
      if (refusal) return done(refusal)
      const text = decode(Buffer.concat(parts).toString())
      for (const { address } of session.envelope.rcptTo) receivedMails.push({ to: address, text })
      for (const go of waiters.splice(0)) go()
      done()
    })
  },
})

/** Mails are set in lines that go on after `=`. */
const decode = (text: string) =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )

async function mailTo(address: string): Promise<string> {
  for (;;) {
    const index = receivedMails.findIndex(({ to }) => to === address)
    const [nextMail] = index < 0 ? [] : receivedMails.splice(index, 1)
    if (nextMail) return nextMail.text
    await new Promise<void>((resolve) => waiters.push(resolve))
  }
}

const tokenIn = (text: string) => /token=([\w-]{43})\s/.exec(text)?.[1] ?? ''

let server: TestServer

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  server = await startServer({
    worker: true,
    env: {
      RECTO_PUBLIC_URL: origin,
      RECTO_SIGN_UP: 'open',
      RECTO_MAIL_URL: `smtp://127.0.0.1:${port}`,
      RECTO_MAIL_FROM: 'Recto <recto@example.org>',
      RECTO_MAIL_DOMAINS_DENIED: 'denied.example.org',
      RECTO_REGION_HOSTS: 'us-central=us.example.org,eu-west=eu.example.org',
    },
  })
})
afterAll(async () => {
  await server?.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})
beforeEach(() => server.ctx.db.deleteFrom('sign_in_attempt').execute())

const ask = (path: string, body: unknown) => openBrowser(server).post(path, body)

async function join(email: string) {
  await ask('/api/v1/signup', { email, password })
  const browser = openBrowser(server)
  const token = tokenIn(await mailTo(email))
  const answer = await browser.post('/api/v1/signup/confirm', { token })
  return { browser, answer, token, base: `/api/v1/recto/${answer.body.organization?.id}/` }
}

describe('an account', () => {
  test('[AC-053] is refused for an address of a denied domain', async () => {
    const deniedReply = await ask('/api/v1/signup', { email: 'a@denied.example.org', password })

    expect(deniedReply).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'INS', attr: 'email' }] },
    })
  })

  test('is not made by a link that was guessed, used or is too old', async () => {
    const { token } = await join('used@used.example.org')
    await ask('/api/v1/signup', { email: 'old@old.example.org', password })
    const old = tokenIn(await mailTo('old@old.example.org'))
    await server.ctx.db.updateTable('waiting_account').set({ expires_at: new Date() }).execute()

    for (const one of [token, old, 'guessed']) {
      expect(await ask('/api/v1/signup/confirm', { token: one })).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'INF' }] },
      })
    }
  })

  test('is there once its address is confirmed, and not before', async () => {
    const email = 'cora@cora.example.org'
    const reply = await ask('/api/v1/signup', { email, password, organization_name: 'Cora' })
    const initialSignIn = await server.signIn(email, password)
    const mail = await mailTo(email)
    const browser = openBrowser(server)
    const confirmReply = await browser.post('/api/v1/signup/confirm', { token: tokenIn(mail) })

    expect(reply).toMatchObject({ status: 202, body: { state: 'confirm', organization: null } })
    expect(reply.headers.getSetCookie()).toEqual([])
    expect(initialSignIn.answer.status).toBe(200)
    expect(mail).toContain(`${origin}/sign-up/confirm?token=`)
    expect(mail).toMatch(/From: Recto <recto@example.org>/)
    expect(confirmReply).toMatchObject({ status: 201, body: { organization: { id: 'cora' } } })
    expect((await browser.get('/api/v1/session')).body).toMatchObject({ email, role: 'admin' })
    const { body: audit } = await browser.get('/api/v1/recto/cora/audit/')
    expect(audit.results).toContainEqual(
      expect.objectContaining({ action: 'organization.made', actor_email: email, browser: 'node' }),
    )
  })

  test('for an address that has one is asked for like any other, and its owner is told by mail', async () => {
    const email = 'known@known.example.org'
    await join(email)
    const knownReply = await ask('/api/v1/signup', { email, password: otherPassword })
    const unknownReply = await ask('/api/v1/signup', { email: 'un@known.example.org', password })

    expect(knownReply).toMatchObject({ status: 202, body: unknownReply.body })
    expect(await mailTo('un@known.example.org')).toContain('token=')
    const noticeMail = await mailTo(email)
    expect(noticeMail).toContain('but an account already exists for it')
    expect(noticeMail).not.toContain('token=')
    expect((await server.signIn(email, otherPassword)).answer.status).toBe(200)
  })
})

describe('a new password', () => {
  const forget = (email: string) => ask('/api/v1/password/forgotten', { email })
  const renew = (token: string, new_password = otherPassword) =>
    ask('/api/v1/password/reset', { token, new_password })

  test('is not promised to anybody: the reply is the same for an address without an account', async () => {
    await join('lia@lia.example.org')
    const knownReply = await forget('lia@lia.example.org')
    const unknownReply = await forget('nobody@lia.example.org')
    await mailTo('lia@lia.example.org')

    expect(unknownReply).toMatchObject({ status: 202, body: knownReply.body })
    expect(receivedMails.filter(({ to }) => to.endsWith('@lia.example.org'))).toEqual([])
  })

  test('is asked for as often as anybody likes, and mailed a few times', async () => {
    await join('often@often.example.org')
    const statuses = []
    for (let count = 0; count < 5; count++) {
      statuses.push((await forget('often@often.example.org')).status)
    }

    expect(statuses).toEqual([202, 202, 202, 429, 429])
    for (let count = 0; count < 3; count++) await mailTo('often@often.example.org')
  })

  test('is refused by a link that was guessed, used, is too old or was overtaken, and when it is a weak one', async () => {
    const email = 'max@max.example.org'
    await join(email)
    const ask = async () => {
      await forget(email)
      return tokenIn(await mailTo(email))
    }
    const old = await ask()
    await server.ctx.db.updateTable('password_link').set({ expires_at: new Date() }).execute()
    const usedToken = await ask()
    const overtakenToken = await ask()
    const weak = await renew(usedToken, 'Password2024!')
    const closedReply = await renew(old)
    const done = await renew(usedToken)

    expect(weak).toMatchObject({ status: 400, body: { errors: [{ attr: 'new_password' }] } })
    expect(closedReply).toMatchObject({ status: 403, body: { errors: [{ code: 'INF' }] } })
    expect(done.status).toBe(204)
    const entries = await server.ctx.db
      .selectFrom('audit_entry')
      .select(['action', 'browser'])
      .where('actor_email', '=', email)
      .execute()
    expect(entries).toContainEqual({ action: 'password.reset', browser: 'node' })
    for (const one of [usedToken, overtakenToken, 'guessed']) {
      expect(await renew(one, 'yet another horse here')).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'INF' }] },
      })
    }
  })

  test('ends all sessions and their sockets, and only it opens the account from then on', async () => {
    const email = 'nia@nia.example.org'
    const { browser, base } = await join(email)
    const line = openLine(server.origin, { cookies: await browser.cookies() })
    await line.opened
    const reply = await browser.post(`${base}reset_password`)
    const token = tokenIn(await mailTo(email))
    const done = await renew(token)

    expect(reply).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(done.status).toBe(204)
    expect(await line.ended).toBe('io server disconnect')
    expect((await browser.get('/api/v1/session')).status).toBe(401)
    expect((await server.signIn(email, password)).answer.status).toBe(200)
    expect((await server.signIn(email, otherPassword)).answer.status).toBe(302)
  })
})

describe('mail', () => {
  const refuseMail = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode })
  const rowsOf = () =>
    server.ctx.db.selectFrom('outgoing_mail').selectAll().orderBy('created_at', 'desc').execute()

  test('that is refused for a while is sent again; one that is refused for good is not', async () => {
    refusals.push(refuseMail(451))
    await ask('/api/v1/signup', { email: 'later@later.example.org', password })
    expect(await mailTo('later@later.example.org')).toContain('token=')

    refusals.push(refuseMail(550))
    const initialConversations = conversations
    await ask('/api/v1/signup', { email: 'never@never.example.org', password })
    await expect
      .poll(async () => (await rowsOf())[0])
      .toMatchObject({ next_try_at: null, sealed: null, sent_at: null, attempts: 1 })
    expect(conversations).toBe(initialConversations + 1)
  })

  test('is not kept once it was sent', async () => {
    await ask('/api/v1/signup', { email: 'sealed@sealed.example.org', password })
    await mailTo('sealed@sealed.example.org')
    await expect.poll(async () => (await rowsOf())[0]?.sent_at).toBeInstanceOf(Date)

    const rows = JSON.stringify(await rowsOf())
    expect(rows).not.toContain('sealed@sealed.example.org')
    expect((await rowsOf())[0]).toMatchObject({ sealed: null, next_try_at: null })
  })
})

test('[AC-016] there are two regions, whose hosts are the settings’', async () => {
  expect((await server.anonymous.get('/api/v1/access')).body).toMatchObject({
    confirms_mail: true,
    sends_mail: true,
    regions: [
      { id: 'us-central', name: 'US', host: 'us.example.org' },
      { id: 'eu-west', name: 'EU', host: 'eu.example.org' },
    ],
  })
  expect((await server.signIn('admin', adminPassword)).answer.status).toBe(302)
})
