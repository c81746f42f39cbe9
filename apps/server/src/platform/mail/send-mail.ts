import { z } from 'zod'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import { openItemStore } from '../work/item-store.ts'
import { bindJob, defineJob, type PeriodicJob } from '../work/jobs.ts'
import {
  type ClaimedWorkItem,
  findPoisonReason,
  type Lease,
  LeaseLostError,
  type WorkQueue,
} from '../work/work-queue.ts'
import {
  deleteOldMails,
  findHeldMail,
  type HeldMail,
  mailTable,
  recordFailedMail,
  recordSentMail,
} from './mails.store.ts'
import { type MailTransport, openTransport } from './open-transport.ts'
import { OutgoingMail } from './queue-mail.ts'

type SendMailDependencies = Pick<Context, 'db' | 'vault' | 'log' | 'config'>

const deadlineSeconds = 60
const maxAttempts = 14

/** The queue of the mails; tests pass a transport of their own. */
export function openMailQueue(
  openMailTransport: (config: Context['config']) => MailTransport = openTransport,
): WorkQueue<SendMailDependencies> {
  return {
    name: 'platform/send-mail',
    slotKind: 'jobs',
    ...openItemStore(mailTable),
    run: (ctx, item, lease) => sendMail(ctx, openMailTransport(ctx.config), { item, lease }),
  }
}

type MailToSend = { readonly item: ClaimedWorkItem; readonly lease: Lease }

async function sendMail(
  ctx: SendMailDependencies,
  transport: MailTransport,
  { item, lease }: MailToSend,
): Promise<void> {
  const heldMail: HeldMail = { id: item.id, workerId: lease.workerId }
  const row = await findHeldMail(ctx, heldMail)
  if (!row) return
  try {
    const poisonReason = findPoisonReason(item)
    if (poisonReason) throw new PoisonMailError(poisonReason)
    const mail = OutgoingMail.parse(JSON.parse(ctx.vault.open(row.sealed)))
    await lease.assertHeld()
    await withDeadline(transport.send(mail, item.id))
  } catch (error) {
    if (lease.signal.aborted) throw new LeaseLostError()
    return postpone(ctx, heldMail, { attempts: row.attempts + 1, error })
  }
  await recordSentMail(ctx, heldMail)
}

/** A mail that kills its workers. */
class PoisonMailError extends Error {
  override readonly name = 'PoisonMailError'

  constructor(reason: string) {
    super(`The worker ${reason} while sending this mail.`)
  }
}

/** The number of attempts includes this one, and none that ended with its worker. */
type FailedAttempt = { readonly attempts: number; readonly error: unknown }

/** Retries with growing delays for about a day; permanent rejections are not retried. */
async function postpone(
  ctx: SendMailDependencies,
  mail: HeldMail,
  { attempts, error }: FailedAttempt,
): Promise<void> {
  const isFinal = attempts >= maxAttempts || isPermanent(error)
  const reason = describeFailure(error)
  ctx.log.warn(
    { mail: mail.id, attempts, reason },
    isFinal
      ? 'a mail could not be sent and was discarded'
      : 'a mail could not be sent and will be retried',
  )
  const waitSeconds = isFinal ? undefined : Math.min(2 * 3 ** (attempts - 1), 3 * 3600)
  await recordFailedMail(ctx, mail, { error: reason, waitSeconds })
}

/** The server rejects this mail. A wrong password, in contrast, is a setting that can be fixed. */
function isPermanent(error: unknown): boolean {
  if (error instanceof PoisonMailError) return true
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

const purgeMailsJob = defineJob({ name: 'platform/purge-mails', payload: z.object({}) })

export const mailPeriodicJobs: readonly PeriodicJob<SendMailDependencies>[] = [
  {
    cron: '33 * * * *',
    ...bindJob(purgeMailsJob, async (ctx: SendMailDependencies) => {
      while (await deleteOldMails(ctx));
    }),
  },
]
