import { once } from 'node:events'
import { createServer } from 'node:net'
import { buildMail } from '@recto/testkit/build-mail'
import { startDnsServer } from '@recto/testkit/dns-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMailAddress } from '../testing/make-address-pipeline.ts'
import { sendMail } from '../testing/send-mail.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

/** Measurements ask for more. */
const kills = Number(process.env.RECTO_TEST_KILLS ?? 1)
const timeout = 60_000 + kills * 30_000

const cleaning = new AsyncDisposableStack()
let installation: SharedInstallation
let port: number

beforeAll(async () => {
  const dns = await startDnsServer()
  cleaning.defer(() => dns.stop())
  // It does not answer, so these mails wait between their last line and the reply.
  dns.texts.set('slow.example', [])
  port = await findFreePort()
  installation = await openSharedInstallation(cleaning, {
    RECTO_MAIL_PORT: String(port),
    RECTO_MAIL_HOST: '127.0.0.1',
    RECTO_MAIL_DOMAIN: 'in.example.org',
    RECTO_MAIL_RESOLVER: dns.address,
  })
}, 120_000)
afterAll(() => cleaning.disposeAsync(), 30_000)

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const buildNumbered = (index: number) =>
  buildMail({
    head: { From: 'bob@example.com', Subject: `${index}`, 'Message-ID': `<${index}@example.com>` },
    type: 'text/plain',
    content: `Total: ${index}`,
  })

test(
  'a web process that is killed while mails arrive loses none that it has accepted, and doubles none that is sent again',
  async () => {
    let web: RunningProcess = installation.start('web')
    let origin = await web.ready
    const { id, address } = await makeMailAddress(
      adminWith(await signIn(origin), origin),
      'Invoices',
    )
    const send = async (index: number) => {
      const from = index % 2 === 0 ? 'bob@example.com' : 'ann@slow.example'
      const mail = { from, to: address, content: buildNumbered(index) }
      const reply = await sendMail(port, mail).catch(() => undefined)
      return { index, isAccepted: reply?.code === 250 }
    }
    for (let kill = 0; kill < kills; kill++) {
      const sendings = [0, 1, 2, 3, 4, 5].map((number) => send(6 * kill + number))
      await Promise.race(sendings)
      web.signal('SIGKILL')
      await web.exited
      const lostMails = (await Promise.all(sendings)).filter(({ isAccepted }) => !isAccepted)
      expect(lostMails.length).toBeGreaterThan(0)
      web = installation.start('web')
      origin = await web.ready
      // A mail server sends again what it has no reply to, and also what it has forgotten the reply to.
      const repeatedMails = [...lostMails, { index: 6 * kill }]
      const replies = await Promise.all(repeatedMails.map(({ index }) => send(index)))
      expect(replies.every(({ isAccepted }) => isAccepted)).toBe(true)
    }
    const admin = adminWith(await signIn(origin), origin)
    const { body: mails } = await admin.get(`connector/${id}/mails/`)
    const subjects = mails.map(({ subject }: { subject: string }) => Number(subject))
    expect(subjects.sort((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 6 * kills }, (_, index) => index),
    )
    web.signal('SIGKILL')
    await web.exited
  },
  timeout,
)
