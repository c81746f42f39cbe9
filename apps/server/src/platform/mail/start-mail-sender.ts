import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import { sendWaiting } from '../events/send-waiting.ts'
import { openTransport, type Transport } from './open-transport.ts'
import { mailWaiting, OutgoingMail } from './queue-mail.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'events' | 'log' | 'config'>

const mailsAtOnce = 5
const deadlineSeconds = 60
/** Longer than a mail may take: whose worker has died is sent by another. */
const leaseSeconds = 90
const maxAttempts = 14
const keptDays = 30

/**
 * Sends what waits, as long as this worker runs: a row is held for as long as an attempt may take, so that
 * no two workers send it, and tried again later each time. Returns what ends it.
 */
export function startMailSender(
  ctx: Needs,
  transport: Transport = openTransport(ctx.config),
): () => Promise<void> {
  return sendWaiting(ctx, {
    news: mailWaiting,
    trouble: 'mails were not sent',
    async sendSome() {
      const mails = await claim(ctx)
      await Promise.all(mails.map((mail) => attempt(ctx, transport, mail)))
      return mails.length > 0
    },
  })
}

type Claimed = { readonly id: string; readonly sealed: string; readonly attempts: number }

async function claim({ db }: Needs): Promise<readonly Claimed[]> {
  await sql`delete from outgoing_mail where id in (
    select id from outgoing_mail
    where created_at < now() - make_interval(days => ${keptDays}) limit 100
  )`.execute(db)
  const { rows } = await sql<Claimed>`
    update outgoing_mail
    set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from outgoing_mail where next_try_at <= now()
      order by next_try_at limit ${mailsAtOnce} for update skip locked
    )
    returning id, sealed, attempts`.execute(db)
  return rows
}

async function attempt(ctx: Needs, transport: Transport, { id, sealed, attempts }: Claimed) {
  try {
    const mail = OutgoingMail.parse(JSON.parse(ctx.vault.open(sealed)))
    await withinDeadline(transport.send(mail, id))
    await ctx.db
      .updateTable('outgoing_mail')
      .set({ sealed: null, next_try_at: null, sent_at: new Date() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    await postpone(ctx, { id, attempts, error })
  }
}

type Failed = { readonly id: string; readonly attempts: number; readonly error: unknown }

/** Later and later, for about a day; what is refused for good is not tried again. */
async function postpone({ db, log }: Needs, { id, attempts, error }: Failed): Promise<void> {
  const isGivenUp = attempts >= maxAttempts || isRefusedForGood(error)
  const reason = describeFailure(error)
  log.warn({ mail: id, attempts, reason }, isGivenUp ? 'a mail was given up' : 'a mail waits')
  const waitSeconds = Math.min(2 * 3 ** (attempts - 1), 3 * 3600)
  await db
    .updateTable('outgoing_mail')
    .set({
      last_error: reason.slice(0, 1000),
      next_try_at: isGivenUp ? null : sql<Date>`now() + make_interval(secs => ${waitSeconds})`,
      ...(isGivenUp && { sealed: null }),
    })
    .where('id', '=', id)
    .execute()
    .catch((failure) => log.warn({ reason: describeFailure(failure) }, 'a mail was not noted'))
}

/** The server does not take this mail. A wrong password is the installation's and can be mended. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

async function withinDeadline(sending: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`The mail server did not take it within ${deadlineSeconds} s.`)
    timer = setTimeout(() => reject(error), deadlineSeconds * 1000)
  })
  await Promise.race([sending, late]).finally(() => clearTimeout(timer))
}
