import type { Person } from '../../../testing/people.ts'

/** Every result of the workflow waits until people have looked at it; a destination gets it afterwards. */
export async function makeReviewed(admin: Person, workflow: string): Promise<void> {
  const ruleReply = await admin.post('manual_review/db_rules/', { workflow, percentage: 100 })
  const settingsReply = await admin.post('manual_review/settings/', { workflow, sync_with: 'DB' })
  const refusedReply = [ruleReply, settingsReply].find(({ status }) => status >= 300)
  if (refusedReply) throw new Error(`Nobody reviews: ${JSON.stringify(refusedReply.body)}`)
}
