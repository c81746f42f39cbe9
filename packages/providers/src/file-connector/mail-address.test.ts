import { buffer } from 'node:stream/consumers'
import type { ArrivedMail, ReceivedMails } from '@recto/provider-spec/received-mails'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf } from '../testing/file-connector-suite.ts'
import { sayProof } from '../testing/say-proof.ts'
import { mailAddress } from './mail-address.ts'

sayProof(mailAddress, 'this installation')

const metadata = { sender: 'bob@example.com', spf: 'pass' }
const mail: ArrivedMail = {
  path: '2026-01-31 Invoice 1',
  date: new Date('2026-01-31T09:00:00Z'),
  metadata,
  documents: [
    { name: 'a.pdf', mimeType: 'application/pdf', size: 3, version: 'v1', problem: null },
    { name: 'b.p7m', mimeType: null, size: 0, version: null, problem: 'The mail is encrypted.' },
  ],
}
const emptyMail = { ...mail, path: '2026-01-31 Hello 2', documents: [] }

test('received mails are folders of their documents, which keep the data of the mail', async () => {
  const outcomes: string[] = []
  const receivedMails: ReceivedMails = {
    async *list() {
      yield [mail, emptyMail]
    },
    find: async (path) => [mail, emptyMail].find((one) => one.path === path),
    async read(_, name) {
      return (async function* () {
        yield Buffer.from(name.slice(0, 3))
      })()
    },
    async settle(path, outcome) {
      outcomes.push(`${path}: ${outcome}`)
    },
  }
  const files = mailAddress.open({}, connectorOutside({ receivedMails }))

  expect(await allOf(files.list(''))).toMatchObject([{ path: mail.path, isUnit: true }])
  const entries = await allOf(files.list(mail.path))
  expect(entries).toMatchObject([
    { path: `${mail.path}/a.pdf`, size: 3, version: 'v1', metadata },
    { path: `${mail.path}/b.p7m`, metadata },
  ])
  const { bytes } = await files.open(`${mail.path}/a.pdf`)
  expect((await buffer(bytes)).toString()).toBe('a.p')
  await expect(files.open(`${mail.path}/b.p7m`)).rejects.toThrow('The mail is encrypted.')
  await expect(files.open(`${mail.path}/c.pdf`)).rejects.toMatchObject({ code: 'not-found' })
  await expect(files.remove(`${mail.path}/a.pdf`)).rejects.toMatchObject({ code: 'refused' })
  expect(await files.settleUnit?.(mail.path, 'done')).toBe(false)
  expect(outcomes).toEqual([`${mail.path}: done`])
  const { receivedMails: _, ...networkBeforeSaving } = connectorOutside()
  expect(() => mailAddress.open({}, networkBeforeSaving)).toThrow(/saved before it has an address/)
})
