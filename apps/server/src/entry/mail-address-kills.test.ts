import { once } from 'node:events'
import { createServer } from 'node:net'
import { buildMail } from '@recto/testkit/build-mail'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMailAddress } from '../testing/make-address-pipeline.ts'
import { sendMail } from '../testing/send-mail.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

/** Measurements ask for more. */
const kills = Number(process.env.RECTO_TEST_KILLS ?? 2)
const mailsPerKill = 6
const timeout = 60_000 + kills * 30_000

const cleaning = new AsyncDisposableStack()
let installation: SharedInstallation
let port: number

beforeAll(async () => {
  port = await findFreePort()
  installation = await openSharedInstallation(cleaning, {
    RECTO_MAIL_PORT: String(port),
    RECTO_MAIL_HOST: '127.0.0.1',
    RECTO_MAIL_DOMAIN: 'in.example.org',
    // Nobody answers there, so each mail waits a while before it is stored.
    RECTO_MAIL_RESOLVER: '127.0.0.1:9',
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
    let admin = adminWith(await signIn(origin), origin)
    const { id, address } = await makeMailAddress(admin, 'Invoices')
    /** Sends a mail until it is accepted, as a mail server does; counts the attempts without a reply. */
    let lostReplies = 0
    const deliver = async (index: number): Promise<void> => {
      for (;;) {
        const reply = await sendMail(port, { to: address, content: buildNumbered(index) }).catch(
          () => undefined,
        )
        if (reply?.code === 250) return
        lostReplies += 1
        // The next process begins to listen.
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const total = kills * mailsPerKill
    for (let kill = 0; kill < kills; kill++) {
      const first = kill * mailsPerKill
      const deliveries = Array.from({ length: mailsPerKill }, (_, index) => deliver(first + index))
      // Some of them are stored by then, and the others are not.
      await Promise.race(deliveries)
      web.signal('SIGKILL')
      await web.exited
      web = installation.start('web')
      origin = await web.ready
      await Promise.all(deliveries)
    }
    admin = adminWith(await signIn(origin), origin)
    const { body: mails } = await admin.get(`connector/${id}/mails/`)
    const subjects = mails.map(({ subject }: { subject: string }) => Number(subject))
    expect(subjects.sort((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: total }, (_, index) => index),
    )
    expect(lostReplies).toBeGreaterThan(0)
    web.signal('SIGKILL')
    await web.exited
  },
  timeout,
)
