import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { until } from '../story.ts'
import { type Judgement, keepOn, type Load, type LoadContext } from './load.ts'
import { createRefusals, findRepetitions } from './webhook-receiver.ts'

/** A slow mail server that refuses every third mail once. */
export type PostOffice = {
  readonly url: string
  /** Recipients of accepted mails. */
  readonly acceptances: readonly { readonly id: string; readonly receivedAt: number }[]
  /** Waits for the mail with an invitation, and returns its token. */
  readonly readToken: (address: string) => Promise<string>
}

const replyMs = 900

export async function openPostOffice(cleaning: AsyncDisposableStack): Promise<PostOffice> {
  const acceptances: { id: string; receivedAt: number }[] = []
  const tokenByAddress = new Map<string, string>()
  const isRefused = createRefusals(1)
  const receive = async (id: string, stream: NodeJS.ReadableStream) => {
    const receivedAt = Date.now()
    const content = await readText(stream)
    const refusal = isRefused(id)
    if (!refusal) acceptances.push({ id, receivedAt })
    const [, token] = /token=([\w-]+)/.exec(content) ?? []
    if (token) tokenByAddress.set(id, token)
    await sleep(replyMs)
    return refusal ? Object.assign(new Error('Busy.'), { responseCode: 451 }) : undefined
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const id = session.envelope.rcptTo.map(({ address }) => address).join()
      // A mail whose sender is killed in the middle was not received.
      receive(id, stream).then(done, () => {})
    },
  })
  // A killed product breaks its connections.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleaning.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    acceptances,
    async readToken(address) {
      await until(`a mail to ${address}`, async () => tokenByAddress.has(address))
      return tokenByAddress.get(address) ?? ''
    },
  }
}

/** Lines of mails go on after `=`, which is itself `=3D`. */
async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  return (await text(stream)).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
}

const mailsAtOnce = 7
const everyMilliseconds = 6000

/** Invitations, some at once, each with a mail. */
export function openMails(context: LoadContext, postOffice: PostOffice): Load {
  const { site } = context
  const invitedAddresses: string[] = []
  let lastNumber = 0
  const invite = async () => {
    const emails = Array.from({ length: mailsAtOnce }, () => `guest${++lastNumber}@example.org`)
    const users = emails.map((email) => ({ email, role: 'reviewer' }))
    const { body } = await site.admin.post('users/invite/', { users })
    // Who invites too many is refused, one address at a time.
    for (const { email, status } of body.message) {
      if (status === 'success') invitedAddresses.push(email)
    }
  }
  return {
    run: (signal) => keepOn(signal, everyMilliseconds, invite),
    judge: async (kills) => [await judgeMails(context, { postOffice, invitedAddresses, kills })],
  }
}

type SentMails = {
  readonly postOffice: PostOffice
  readonly invitedAddresses: readonly string[]
  readonly kills: readonly number[]
}

type MailRow = { readonly id: string; readonly attempts: number; readonly error: string | null }

async function judgeMails(
  { query }: LoadContext,
  { postOffice: { acceptances }, invitedAddresses, kills }: SentMails,
): Promise<Judgement> {
  const unsentRows = await query<MailRow>(
    'select id, attempts, last_error as error from outgoing_mail where sent_at is null',
  )
  const [row] = await query<{ count: string }>('select count(*) as count from outgoing_mail')
  const recipients = new Set(acceptances.map(({ id }) => id))
  const missingAddresses = invitedAddresses.filter((address) => !recipients.has(address))
  const { explainedRepetitions, unexplainedRepetitions } = findRepetitions(acceptances, kills)
  return {
    name: 'mails',
    accepted: invitedAddresses.length,
    right: invitedAddresses.length - missingAddresses.length,
    lostItems: [...missingAddresses, ...unsentRows.map((unsentRow) => JSON.stringify(unsentRow))],
    doubledItems: unexplainedRepetitions,
    details: {
      'in all': Number(row?.count),
      'repeated because a kill came before the reply was stored': explainedRepetitions.length,
    },
  }
}
