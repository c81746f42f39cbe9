import { makeMailAddress } from '../../../testing/make-address-pipeline.ts'
import type { Person, TestReply } from '../../../testing/people.ts'
import { sendMail } from '../../../testing/send-mail.ts'
import type { TestServer } from '../../../testing/start-server.ts'

/** Settings of a server that receives mail. Nobody answers at its name server. */
export const mailEnvironment = {
  RECTO_MAIL_PORT: '0',
  RECTO_MAIL_HOST: '127.0.0.1',
  RECTO_MAIL_DOMAIN: 'in.example.org',
  RECTO_MAIL_RESOLVER: '127.0.0.1:9',
}

type Step = (route: string, call: () => Promise<TestReply>) => Promise<TestReply['body']>

/** Calls the routes of mail addresses that change something. */
export async function stepMailAddress(server: TestServer, ada: Person, step: Step): Promise<void> {
  const { id, address } = await makeMailAddress(ada, 'Invoices')
  const content = Buffer.from('From: bob@example.com\r\n\r\nHello')
  await sendMail(server.mailPort ?? 0, { to: address, content })
  const [mail] = (await ada.get(`connector/${id}/mails/`)).body
  await step('DELETE /connector/:id/mails/:mail_id/', () =>
    ada.delete(`connector/${id}/mails/${mail.id}/`),
  )
  await step('POST /connector/:id/mail-address/rotate/', () =>
    ada.post(`connector/${id}/mail-address/rotate/`),
  )
}
