import pg from 'pg'

type Passed = {
  readonly item: string
  readonly status: string
  readonly events: readonly { readonly kind: string; readonly who: number | null }[]
}

/** What has happened to each item, in its order. */
export async function readReviews(databaseUrl: string): Promise<readonly Passed[]> {
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
export function judgeReviews(reviews: readonly Passed[]): string[] {
  return reviews
    .map(({ item, status, events }) => {
      const way = events.map(({ kind }) => letters[kind] ?? '?').join('')
      const [, taken, edited, finished, again, approved] = events.map(({ who }) => who)
      const isOnes = taken === edited && edited === finished && again === approved
      if (status === 'APPROVED' && rightWay.test(way) && isOnes) return undefined
      return `${item} is ${status} after ${events.map(({ kind, who }) => `${kind} ${who}`)}`
    })
    .filter((value) => value !== undefined)
}
