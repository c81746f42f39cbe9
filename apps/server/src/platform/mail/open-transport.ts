import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { OutgoingMail } from './queue-mail.ts'

export type MailTransport = {
  /** Resolves once the server has accepted the mail or the file is written. */
  send(mail: OutgoingMail, id: string): Promise<void>
}

type TransportSettings = Pick<Config, 'access' | 'dataDir'>

/** Sends through the configured mail server, or writes to a folder if there is none. */
export function openTransport({ access, dataDir }: TransportSettings): MailTransport {
  const { mailUrl, mailFrom } = access
  return mailUrl
    ? createSmtpTransport(mailUrl, mailFrom)
    : createFolderTransport(join(dataDir, 'outbox'), mailFrom)
}

const millisecondsPerSecond = 1000

/** Each step of the conversation has a timeout. */
function createSmtpTransport(url: string, from: string): MailTransport {
  return {
    async send(mail, id) {
      // A new one per mail, so that nothing outlives a conversation that hangs.
      const transport = createTransport({
        url,
        dnsTimeout: 10 * millisecondsPerSecond,
        connectionTimeout: 10 * millisecondsPerSecond,
        greetingTimeout: 10 * millisecondsPerSecond,
        socketTimeout: 20 * millisecondsPerSecond,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        await transport.sendMail(composeMessage(mail, { from, id }))
      } finally {
        transport.close()
      }
    },
  }
}

/** Without a mail server: one file per mail, readable only by the owner of the process. */
function createFolderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail, id) {
      const { message } = await composer.sendMail(composeMessage(mail, { from, id }))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '')}-${id}.eml`
      // Written under a hidden name first, so that the folder only shows complete mails.
      const temporaryPath = join(folder, `.${name}`)
      await writeFile(temporaryPath, message as Buffer, { mode: 0o600 })
      await rename(temporaryPath, join(folder, name))
    },
  }
}

type Envelope = { readonly from: string; readonly id: string }

/** The id is the same at each attempt, so that duplicates can be recognized. */
const composeMessage = ({ to, subject, text }: OutgoingMail, { from, id }: Envelope) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  messageId: `<${id}@recto>`,
  headers: { 'auto-submitted': 'auto-generated' },
})
