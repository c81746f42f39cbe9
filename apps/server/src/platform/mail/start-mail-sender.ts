import { omitUndefined } from '@recto/omit-undefined'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import { startQueueSender } from '../events/queue-sender.ts'
import { type MailTransport, openTransport } from './open-transport.ts'
import { mailQueuedEvent, OutgoingMail } from './queue-mail.ts'

type MailSenderDependencies = Pick<Context, 'db' | 'vault' | 'events' | 'log' | 'config'>

const mailsPerBatch = 5
const deadlineSeconds = 60
/** Longer than one attempt may take; after the death of a worker another one retries. */
const leaseSeconds = 90
const maxAttempts = 14
const retentionDays = 30

/**
 * Sends queued mails as long as this worker runs. A row is leased for as long as an attempt may
 * take, so that no two workers send it; retries come with growing delays. Returns a function that
 * stops it.
 */
export function startMailSender(
  ctx: MailSenderDependencies,
  transport: MailTransport = openTransport(ctx.config),
): () => Promise<void> {
  return startQueueSender(ctx, {
    event: mailQueuedEvent,
    failureMessage: 'emails could not be sent',
    async sendBatch() {
      const mails = await claimMails(ctx)
      await Promise.all(mails.map((mail) => attemptDelivery(ctx, transport, mail)))
      return mails.length > 0
    },
  })
}

type ClaimedMail = { readonly id: string; readonly sealed: string; readonly attempts: number }

async function claimMails({ db }: MailSenderDependencies): Promise<readonly ClaimedMail[]> {
  await sql`delete from outgoing_mail where id in (
    select id from outgoing_mail
    where created_at < now() - make_interval(days => ${retentionDays}) limit 100
  )`.execute(db)
  const { rows } = await sql<ClaimedMail>`
    update outgoing_mail
    set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from outgoing_mail where next_try_at <= now()
      order by next_try_at limit ${mailsPerBatch} for update skip locked
    )
    returning id, sealed, attempts`.execute(db)
  return rows
}

async function attemptDelivery(
  ctx: MailSenderDependencies,
  transport: MailTransport,
  { id, sealed: sealedMail, attempts }: ClaimedMail,
) {
  try {
    const mail = OutgoingMail.parse(JSON.parse(ctx.vault.open(sealedMail)))
    await withDeadline(transport.send(mail, id))
    await ctx.db
      .updateTable('outgoing_mail')
      .set({ sealed: null, next_try_at: null, sent_at: new Date() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    await postpone(ctx, { id, attempts, error })
  }
}

type FailedAttempt = { readonly id: string; readonly attempts: number; readonly error: unknown }

/** Retries with growing delays for about a day; permanent rejections are not retried. */
async function postpone(
  { db, log }: MailSenderDependencies,
  { id, attempts, error }: FailedAttempt,
): Promise<void> {
  const isFinal = attempts >= maxAttempts || isPermanentRejection(error)
  const reason = describeFailure(error)
  log.warn(
    { mail: id, attempts, reason },
    isFinal
      ? 'a mail could not be sent and was discarded'
      : 'a mail could not be sent and will be retried',
  )
  const waitSeconds = Math.min(2 * 3 ** (attempts - 1), 3 * 3600)
  await db
    .updateTable('outgoing_mail')
    .set({
      last_error: reason.slice(0, 1000),
      next_try_at: isFinal ? null : sql<Date>`now() + make_interval(secs => ${waitSeconds})`,
      ...omitUndefined({ sealed: isFinal ? null : undefined }),
    })
    .where('id', '=', id)
    .execute()
    .catch((failure) =>
      log.warn({ reason: describeFailure(failure) }, 'the result of a mail could not be stored'),
    )
}

/** The server rejects this mail. A wrong password, in contrast, is a setting that can be fixed. */
function isPermanentRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

async function withDeadline(delivery: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = new Error(`The mail server did not accept the mail within ${deadlineSeconds} s.`)
    timer = setTimeout(() => reject(error), deadlineSeconds * 1000)
  })
  await Promise.race([delivery, timeout]).finally(() => clearTimeout(timer))
}
