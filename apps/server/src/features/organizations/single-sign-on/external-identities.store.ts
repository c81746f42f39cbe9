import type { Installation } from '../../../platform/db/database.ts'

/** Identity of a person at an identity provider. */
export type ExternalIdentity = { readonly issuer: string; readonly subject: string }

export async function findIdentityOwner(
  { db }: Installation,
  { issuer, subject }: ExternalIdentity,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('outside_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

export async function insertIdentity(
  { db }: Installation,
  { issuer, subject, userId }: ExternalIdentity & { readonly userId: number },
): Promise<void> {
  await db
    .insertInto('outside_identity')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
