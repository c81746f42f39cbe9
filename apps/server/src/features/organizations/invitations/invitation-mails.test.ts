import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutgoingMail } from '../../../platform/mail/queue-mail.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let limitedServer: TestServer

beforeAll(async () => {
  // No worker runs, so mails stay in their queue.
  server = await startServer()
  limitedServer = await startServer({ beside: server, env: { RECTO_INVITATIONS_PER_DAY: '3' } })
})
afterAll(async () => {
  await limitedServer?.close()
  await server?.close()
})

const adminOf = (organization: string) =>
  limitedServer.as('admin', { name: `admin-of-${organization}`, organization })

const invite = (organization: string, ...names: readonly string[]) => {
  const users = names.map((name) => ({ email: `${name}.${organization}@example.org` }))
  return adminOf(organization).post('users/invite/', { users })
}

const overLimit = {
  status: 429,
  body: {
    type: 'client_error',
    errors: [{ code: 'throttled', attr: null, detail: expect.stringContaining('3 invitations') }],
  },
}

test('an organization invites as many people a day as the setting says, and is told when to try again', async () => {
  const first = await invite('some', 'ana', 'ben')
  const partial = await invite('some', 'cem', 'dan', 'eva')
  const refusedReply = await invite('some', 'dan', 'no address')
  const otherOrganizationReply = await invite('another', 'ana')

  const statuses = (reply: typeof first) =>
    reply.body.message.map(({ status }: { status: string }) => status)
  expect(statuses(first)).toEqual(['success', 'success'])
  expect(statuses(partial)).toEqual(['success', 'failed', 'failed'])
  expect(partial.body.message[1].message).toMatch(/3 invitations today.* Try again in \d+ hour/)
  expect(refusedReply).toMatchObject(overLimit)
  expect(Number(refusedReply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(statuses(otherOrganizationReply)).toEqual(['success'])
  const { body } = await adminOf('some').get('invitation/')
  expect(body.members).toHaveLength(3)

  await sql`update invitation_day set day = day - 1`.execute(server.ctx.db)
  expect(statuses(await invite('some', 'dan'))).toEqual(['success'])
})

test('requests at the same time do not exceed the limit together', async () => {
  await adminOf('busy').get('users/')
  const replies = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => invite('busy', name)),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
})

test('the name of an organization is only a name in its mails', async () => {
  const { db, vault } = server.ctx
  const name = `<a href="https://evil.example">Prize</a>\r\nBcc: x@evil.example ${'long '.repeat(60)}`
  await adminOf('prizes').get('users/')
  await db
    .updateTable('organization')
    .set({ display_name: name })
    .where('slug', '=', 'prizes')
    .execute()
  await invite('prizes', 'ana')
  const rows = await db.selectFrom('outgoing_mail').select('sealed').execute()
  const mails = rows.map(({ sealed: sealedMail }) =>
    OutgoingMail.parse(JSON.parse(vault.open(sealedMail ?? ''))),
  )
  const mail = mails.find(({ to }) => to === 'ana.prizes@example.org')

  expect(mail?.subject).toMatch(
    /^a href https evil example Prize a Bcc x evil example long .*… has/,
  )
  expect(mail?.subject.length).toBeLessThan(120)
  const [firstLine = '', ...otherLines] = mail?.text.split('\n') ?? []
  expect(firstLine).toContain('has invited you to join a href https evil example Prize')
  expect(otherLines.join('\n')).not.toContain('evil')
  expect(mail?.text.match(/https?:/g)).toHaveLength(1)
})
