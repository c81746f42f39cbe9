import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { OutgoingMail } from './queue-mail.ts'

export type Transport = {
  /** Resolves once the server has taken the mail, or it lies in the folder. */
  send(mail: OutgoingMail, id: string): Promise<void>
}

type Settings = Pick<Config, 'access' | 'dataDir'>

/** The mail server of the settings, else a folder that its owner looks into. */
export function openTransport({ access, dataDir }: Settings): Transport {
  const { mailUrl, mailFrom } = access
  return mailUrl
    ? smtpTransport(mailUrl, mailFrom)
    : folderTransport(join(dataDir, 'outbox'), mailFrom)
}

const seconds = 1000

/** A server that says nothing is given up at each step of the conversation. */
function smtpTransport(url: string, from: string): Transport {
  return {
    async send(mail, id) {
      // Of its own, so that nothing of it outlives a conversation that hangs.
      const transport = createTransport({
        url,
        dnsTimeout: 10 * seconds,
        connectionTimeout: 10 * seconds,
        greetingTimeout: 10 * seconds,
        socketTimeout: 20 * seconds,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        await transport.sendMail(messageOf(mail, { from, id }))
      } finally {
        transport.close()
      }
    },
  }
}

/** Where no mail server is configured: one file for each, for nobody but the owner of the process. */
function folderTransport(folder: string, from: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail, id) {
      const { message } = await composer.sendMail(messageOf(mail, { from, id }))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '')}-${id}.eml`
      // Whoever looks into the folder sees whole mails only.
      const unfinished = join(folder, `.${name}`)
      await writeFile(unfinished, message as Buffer, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
    },
  }
}

type Envelope = { readonly from: string; readonly id: string }

/** The same id at each attempt, by which a second copy is known. */
const messageOf = ({ to, subject, text }: OutgoingMail, { from, id }: Envelope) => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  messageId: `<${id}@recto>`,
  headers: { 'auto-submitted': 'auto-generated' },
})
