import { omitUndefined } from '@recto/omit-undefined'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { KeptCitation, KeptUnread } from '../../../platform/db/tables/chat-apps.ts'

export type ChatQuestionRow = Selectable<Tables['chat_question']>

/** Returns the questions of a conversation, in order. */
export async function findQuestions(
  { db, organizationId }: Tenant,
  historyId: string,
): Promise<ChatQuestionRow[]> {
  return db
    .selectFrom('chat_question')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('chat_history_id', '=', historyId)
    .orderBy('place')
    .execute()
}

export async function findQuestion(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ChatQuestionRow | undefined> {
  return db
    .selectFrom('chat_question')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Condition that a question is being answered and its worker has shown a recent sign of life. */
const isBeingAnswered = (secondsOfSilence: number) => sql<boolean>`(state = 'answering'
  and heard_at > now() - make_interval(secs => ${secondsOfSilence}))`

type New = { readonly historyId: string; readonly question: string }

type Bounds = {
  /** Maximum number of questions of a conversation. */
  readonly maxQuestions: number
  /** Maximum number of questions that are being answered. */
  readonly maxInProgress: number
  readonly secondsOfSilence: number
}

/**
 * Inserts the next question of a conversation; `undefined` when a concurrent one has taken its
 * place, or when there are too many.
 */
export async function insertQuestion(
  { db, organizationId }: Tenant,
  { historyId, question }: New,
  { maxQuestions, maxInProgress, secondsOfSilence }: Bounds,
): Promise<ChatQuestionRow | undefined> {
  const { rows } = await sql<ChatQuestionRow>`
    insert into chat_question (organization_id, chat_history_id, place, question, state)
    select ${organizationId}, ${historyId}, said.count, ${question}, 'answering'
    from (
      select count(*)::integer as count, count(*) filter (where ${isBeingAnswered(secondsOfSilence)}) as waiting
      from chat_question
      where organization_id = ${organizationId} and chat_history_id = ${historyId}
    ) said
    where said.count < ${maxQuestions} and said.waiting < ${maxInProgress}
    on conflict on constraint chat_question_place_key do nothing
    returning *
  `.execute(db)
  return rows[0]
}

/** Counts the questions of a conversation, and those being answered. */
export async function countQuestions(
  { db, organizationId }: Tenant,
  historyId: string,
  secondsOfSilence: number,
): Promise<{ readonly all: number; readonly waiting: number }> {
  const { all, waiting: waitingCount } = await db
    .selectFrom('chat_question')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where ${isBeingAnswered(secondsOfSilence)})`.as('waiting'),
    ])
    .where('organization_id', '=', organizationId)
    .where('chat_history_id', '=', historyId)
    .executeTakeFirstOrThrow()
  return { all: Number(all), waiting: Number(waitingCount) }
}

/** Whether an earlier question of the conversation is still being answered. */
export async function hasEarlier(
  { db, organizationId }: Tenant,
  { chat_history_id, place }: Pick<ChatQuestionRow, 'chat_history_id' | 'place'>,
  secondsOfSilence: number,
): Promise<boolean> {
  if (place === 0) return false
  const earlier = await db
    .selectFrom('chat_question')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('chat_history_id', '=', chat_history_id)
    .where('place', '<', place)
    .where(isBeingAnswered(secondsOfSilence))
    .executeTakeFirst()
  return earlier !== undefined
}

/** Returns the last answered questions before the given one, oldest first. */
export async function findTurns(
  { db, organizationId }: Tenant,
  { chat_history_id, place }: Pick<ChatQuestionRow, 'chat_history_id' | 'place'>,
  maxTurns: number,
): Promise<Pick<ChatQuestionRow, 'question' | 'answer'>[]> {
  if (place === 0) return []
  const turns = await db
    .selectFrom('chat_question')
    .select(['question', 'answer'])
    .where('organization_id', '=', organizationId)
    .where('chat_history_id', '=', chat_history_id)
    .where('place', '<', place)
    .where('kind', 'is not', null)
    .orderBy('place', 'desc')
    .limit(maxTurns)
    .execute()
  return turns.reverse()
}

/**
 * Restarts a question that is not answered; `undefined` when somebody else has restarted it, or has
 * its answer.
 */
export async function restartQuestion(
  { db, organizationId }: Tenant,
  id: string,
  secondsOfSilence: number,
): Promise<ChatQuestionRow | undefined> {
  const isCutOff = sql<boolean>`(state = 'answering'
    and heard_at <= now() - make_interval(secs => ${secondsOfSilence}))`
  return db
    .updateTable('chat_question')
    .set({
      state: 'answering',
      error: null,
      answer: '',
      kind: null,
      citations: '[]',
      heard_at: sql`now()`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('state', 'in', ['failed', 'stopped']), isCutOff]))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Stores the text so far, if there is new text, and a sign of life; returns false when the question
 * need not be answered any more.
 */
export async function saveTextSoFar(
  { db, organizationId }: Tenant,
  id: string,
  soFar: string | undefined,
): Promise<boolean> {
  const storedRow = await db
    .updateTable('chat_question')
    .set({ heard_at: sql`now()`, ...omitUndefined({ answer: soFar }) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'answering')
    .returning('id')
    .executeTakeFirst()
  return storedRow !== undefined
}

type NewAnswer = {
  readonly kind: NonNullable<ChatQuestionRow['kind']>
  readonly text: string
  readonly citations: readonly KeptCitation[]
  readonly unread: readonly KeptUnread[]
}

/** Stores the answer; returns `undefined` when the question was stopped. */
export async function saveAnswer(
  { db, organizationId }: Tenant,
  id: string,
  { kind, text, citations, unread }: NewAnswer,
): Promise<ChatQuestionRow | undefined> {
  return db
    .updateTable('chat_question')
    .set({
      state: 'answered',
      kind,
      answer: text,
      citations: JSON.stringify(citations),
      unread: JSON.stringify(unread),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'answering')
    .returningAll()
    .executeTakeFirst()
}

/** Stores the places that the text of a stopped answer cites; its numbers are those of the whole answer. */
export async function saveStoppedCitations(
  { db, organizationId }: Tenant,
  id: string,
  citations: readonly KeptCitation[],
): Promise<ChatQuestionRow | undefined> {
  return db
    .updateTable('chat_question')
    .set({ citations: JSON.stringify(citations) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'stopped')
    .returningAll()
    .executeTakeFirst()
}

export async function saveFailure(
  { db, organizationId }: Tenant,
  id: string,
  error: string,
): Promise<void> {
  await db
    .updateTable('chat_question')
    .set({ state: 'failed', error })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'answering')
    .execute()
}

/** Stops a question; the text so far remains. Returns whether it was being answered. */
export async function stopQuestion({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const stoppedRow = await db
    .updateTable('chat_question')
    .set({ state: 'stopped' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'answering')
    .returning('id')
    .executeTakeFirst()
  return stoppedRow !== undefined
}
