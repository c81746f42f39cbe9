import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { secureMail } from '@recto/mail-formats/testing/sign-mail'
import { writeTnef } from '@recto/mail-formats/testing/write-tnef'
import { attachFile, buildMail, type MailPart } from '@recto/testkit/build-mail'
import { hasDovecot, mailUser, startDovecot } from '@recto/testkit/dovecot-server'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createImapSessions } from '../kit/connector/mail/imap-sessions.ts'
import { mailboxFields, toMailboxSettings } from '../kit/connector/mail/mailbox-fields.ts'
import { MailboxFiles } from '../kit/connector/mail/mailbox-files.ts'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf } from '../testing/file-connector-suite.ts'
import { sayProof } from '../testing/say-proof.ts'
import { gmail } from './gmail.ts'

sayProof(gmail, 'server of its protocol')

const { signal } = new AbortController()
const plain: MailPart = { type: 'text/plain; charset=utf-8', content: 'Total: 42' }
const headOf = (subject: string) => ({
  From: 'bob@example.com',
  Subject: subject,
  Date: 'Sat, 31 Jan 2026 10:00:00 +0100',
  'Message-ID': `<${subject}@example.com>`,
})

/** Reads all documents, or the reasons why they cannot be read. */
async function readAll(files: MailboxFiles): Promise<string[]> {
  const contents: string[] = []
  for (const { path: mail } of await allOf(files.list('', signal)))
    for (const { path } of await allOf(files.list(mail, signal))) {
      const content = await files.open(path, signal, signal).then(
        async ({ bytes }) => (await buffer(bytes)).toString(),
        (error: Error) => error.message,
      )
      contents.push(`${path.split('/').at(-1)}: ${content}`)
    }
  return contents
}

describe.skipIf(!hasDovecot)('a mailbox whose owner signs in', () => {
  const cleaning = new AsyncDisposableStack()
  afterAll(() => cleaning.disposeAsync())

  test('is opened with a token, which is renewed when the server refuses it, and its sealed mails are opened', async () => {
    const goodTokens = new Set(['token-2'])
    const checks = createServer(({ url = '' }, reply) => {
      const token = new URL(url, 'http://localhost').searchParams.get('token') ?? ''
      reply.setHeader('content-type', 'application/json')
      reply.end(JSON.stringify({ active: goodTokens.has(token), email: mailUser }))
    }).listen(0, '127.0.0.1')
    await once(checks, 'listening')
    cleaning.defer(() => void checks.close())
    const { port: checkPort } = checks.address() as AddressInfo
    const server = await startDovecot({ tokenAddress: `http://127.0.0.1:${checkPort}/check` })
    cleaning.defer(() => server.stop())
    const { signed: signedPart, encrypted: encryptedPart } = await secureMail(buildMail(plain))
    const outlook = writeTnef([
      { name: 'a.csv', content: Buffer.from('a,b') },
      { name: 'b.csv', content: Buffer.from('c,d') },
    ])
    const seal = (subject: string, part: MailPart) =>
      buildMail({ head: headOf(subject), type: 'multipart/mixed', parts: [plain, part] })
    await server.deliver([
      seal('outlook', attachFile('winmail.dat', outlook, 'application/ms-tnef')),
      seal('secret', attachFile('smime.p7m', encryptedPart, 'application/pkcs7-mime')),
      buildMail({
        head: headOf('signed'),
        type: 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
        content: signedPart,
      }),
    ])
    const refusedTokens: (string | undefined)[] = []
    const accessToken = async (options?: { readonly refused: string }) => {
      refusedTokens.push(options?.refused)
      return `token-${refusedTokens.filter(Boolean).length + 1}`
    }
    const { connect } = connectorOutside()
    const openSessions = (getToken: typeof accessToken) =>
      createImapSessions(
        {
          host: '127.0.0.1',
          port: server.port,
          security: 'none',
          user: mailUser,
          credentials: { accessToken: getToken },
          certificate: undefined,
        },
        connect,
      )
    const sessions = openSessions(accessToken)
    const files = new MailboxFiles(toMailboxSettings(z.object(mailboxFields).parse({})), sessions)
    cleaning.defer(() => files.close())
    const contents = await readAll(files)

    expect(contents.sort()).toEqual([
      'a.csv: a,b',
      'b.csv: c,d',
      expect.stringMatching(
        /^signed\.eml: From: bob@example\.com\r\nSubject: signed\r\n[\s\S]*VG90YWw6IDQy/,
      ),
      expect.stringMatching(/^smime\.p7m: The mail is encrypted/),
    ])
    expect(refusedTokens).toEqual([undefined, 'token-1'])
    const refusal = openSessions(async () => 'token-9').acquire(signal)
    await expect(refusal).rejects.toMatchObject({ authenticationFailed: true })
    expect(gmail.signIn).toBe('google-mail-oauth2')
  })
})
