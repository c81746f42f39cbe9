import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { type Alarm, insertAlarm } from './alarms.store.ts'

type AlarmDependencies = Pick<Context, 'config' | 'db' | 'events' | 'log' | 'vault'>

/**
 * Tells people that something is wrong with money: the log, the admins of the organization on their pages and through
 * their notifications, and by mail the administrators of the installation. Each alarm is told once until it is settled.
 */
export async function raiseAlarm(
  ctx: AlarmDependencies,
  organizationId: number | null,
  alarm: Alarm,
): Promise<void> {
  // A process that ends between the two would leave an alarm of which nobody is told.
  const store = (db: Db) => storeWithMails({ ...ctx, db }, organizationId, alarm)
  const isNew = ctx.db.isTransaction
    ? await store(ctx.db)
    : await ctx.db.transaction().execute(store)
  if (!isNew) return
  const { kind, subject, detail } = alarm
  ctx.log.error({ organizationId, kind, subject }, `billing alarm: ${detail}`)
}

async function storeWithMails(
  ctx: AlarmDependencies,
  organizationId: number | null,
  alarm: Alarm,
): Promise<boolean> {
  if (!(await insertAlarm(ctx, organizationId, alarm))) return false
  const { kind, subject, detail } = alarm
  for (const to of ctx.config.access.platformAdmins) {
    await queueMail(ctx, {
      to,
      subject: 'Recto billing needs attention',
      text: `${detail}\n\nOrganization: ${organizationId ?? 'none, it concerns the installation'}\nKind: ${kind}\nAbout: ${subject}\n`,
    })
  }
  return true
}
