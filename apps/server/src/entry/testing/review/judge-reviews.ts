import pg from 'pg'

type ReviewEvent = {
  readonly item: string
  readonly status: string
  readonly events: readonly { readonly kind: string; readonly who: number | null }[]
}

/** Events of each item, in order. */
export async function readReviews(databaseUrl: string): Promise<readonly ReviewEvent[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select item.id as item, item.status, json_agg(
         json_build_object('kind', event.kind, 'who', event.user_id) order by event.id
       ) as events
       from review_item item join review_event event on event.item_id = item.id
       group by item.id`,
    )
    return rows
  } finally {
    await client.end()
  }
}

/** The way of an item that one person has reviewed and another approved; a letter for each event. */
const rightWay = /^c(t)(e)(f)(t)(a)$/
const letters: Readonly<Record<string, string>> = {
  caught: 'c',
  taken: 't',
  edited: 'e',
  finished: 'f',
  approved: 'a',
}

/** What is not as it has to be: an item that two people had, one that was edited or approved twice, or not at all. */
export function judgeReviews(reviews: readonly ReviewEvent[]): string[] {
  return reviews
    .map(({ item, status, events }) => {
      const way = events.map(({ kind }) => letters[kind] ?? '?').join('')
      const [, claimer, editor, finisher, secondClaimer, approver] = events.map(
        ({ who: userId }) => userId,
      )
      const isOnes = claimer === editor && editor === finisher && secondClaimer === approver
      if (status === 'APPROVED' && rightWay.test(way) && isOnes) return undefined
      return `${item} is ${status} after ${events.map(({ kind, who: userId }) => `${kind} ${userId}`)}`
    })
    .filter((value) => value !== undefined)
}
