import { sql } from 'kysely'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'

/** The values for which candidates are searched; empty texts and lists are left out. */
export type Probe = {
  /** Its place among the probes of the search. */
  readonly n: number
  /** Exact values as rows have them among their keys. */
  readonly keys: readonly string[]
  readonly name: string
  readonly postcode: string
  readonly city: string
  /** The value as aliases have it. */
  readonly alias: string
}

export type CandidateRecord = {
  readonly n: number
  /** Null for an alias that says that the value is not in the table. */
  readonly row_key: string | null
  readonly cells: readonly string[] | null
  readonly is_alias: boolean
  /** Whether more rows have the same words or postcode than are ranked, so that a more similar one may be missing. */
  readonly is_cut: boolean
}

type CandidateSearch = {
  readonly tableId: string
  readonly version: number
  readonly probes: readonly Probe[]
}

/** Maximum number of rows that are weighed by each way of finding them. */
const maxCandidates = 20
/** Maximum number of rows with the same words or postcode from which these are taken. */
const maxRankedRows = 2000
const samePlaces = sql`(stored.postcode = probe.postcode)::integer + (stored.city = probe.city)::integer`

/**
 * Runs statements that find a few rows of a large table. The planner knows neither the probes nor how rare their words
 * are: it would compile the statements, which takes half a second, or read the whole table for a common word.
 */
export async function withSearchPlans<Result>(
  tenant: Tenant,
  search: (transaction: Tenant) => Promise<Result>,
): Promise<Result> {
  return inTransaction(tenant, async (transaction) => {
    await setPlans(transaction, 'off')
    const result = await search(transaction)
    // The transaction may be of a caller.
    await setPlans(transaction, null)
    return result
  })
}

/** Null is the setting of the server. */
async function setPlans({ db }: Tenant, value: 'off' | null): Promise<void> {
  await sql`select set_config('jit', ${value}::text, true), set_config('enable_seqscan', ${value}::text, true),
    set_config('enable_indexscan', ${value}::text, true)`.execute(db)
}

/** Cells are texts, which the reader of numbers of any length would read slowly. */
type FoundRow = Omit<CandidateRecord, 'cells'> & { readonly cells: string | null }

const toRecord = ({ cells, ...row }: FoundRow): CandidateRecord => ({
  ...row,
  cells: cells === null ? null : (JSON.parse(cells) as readonly string[]),
})

/** Finds the rows that have an exact value of a probe, and the aliases: those of all probes in one statement. */
export async function findByKeys(
  { db, organizationId }: Tenant,
  search: CandidateSearch,
): Promise<CandidateRecord[]> {
  const { tableId, probes } = search
  if (probes.length === 0) return []
  const isUsed = whereUsed(organizationId, search)
  const { rows } = await sql<FoundRow>`
    with probe as materialized (${selectProbes(probes)})
    select probe.n, candidate.row_key, candidate.cells::text, false as is_alias, false as is_cut
    from probe cross join lateral (
      select stored.row_key, stored.cells from lookup_row as stored
      where ${isUsed} and stored.keys && probe.keys
      order by ${samePlaces} desc, stored.row_key limit ${maxCandidates}
    ) as candidate
    union all
    select probe.n, alias.row_key, stored.cells::text, true, false
    from probe
    join lookup_alias as alias on alias.organization_id = ${organizationId}
      and alias.lookup_table_id = ${tableId} and alias.value = probe.alias and probe.alias <> ''
    left join lookup_row as stored on ${isUsed} and stored.row_key = alias.row_key`.execute(db)
  return rows.map(toRecord)
}

/** The words and the place for which rows are searched. */
export type NameProbe = {
  /** Its place among the probes of the search. */
  readonly n: number
  /** Sets of words as rows have them among their keys; a row has all words of a set. */
  readonly sets: readonly (readonly string[])[]
  /** All these words; a row that has more of them comes first. */
  readonly words: readonly string[]
  readonly name: string
  readonly postcode: string
  readonly city: string
}

type NameSearch = Omit<CandidateSearch, 'probes'> & { readonly probes: readonly NameProbe[] }

/**
 * Finds the rows that have the words of names, their postcode, or the same name: of all probes in one statement. Rows
 * of one name are found however many others have its words; comparing the names themselves would use the slow index of
 * trigrams.
 */
export async function findByNames(
  { db, organizationId }: Tenant,
  search: NameSearch,
): Promise<CandidateRecord[]> {
  const { probes } = search
  if (probes.length === 0) return []
  const isUsed = whereUsed(organizationId, search)
  const sets = probes.flatMap(({ n, sets: setsOfProbe }) =>
    setsOfProbe.map((words) => ({ n, words })),
  )
  const sharedWords = sql`(select count(*) from unnest(stored.keys) as stored_key where stored_key = any(probe.words))`
  const isCut = sql`count(*) over () >= ${maxRankedRows}`
  const order = sql`${sharedWords} desc, ${samePlaces} desc,
    abs(length(stored.name) - length(probe.name)), stored.row_key`
  const { rows } = await sql<FoundRow>`
    with probe as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(probes)}::jsonb) as sent (
        n integer, words text[], name text, postcode text, city text)
    ), word_set as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sets)}::jsonb) as sent (n integer, words text[])
    )
    select probe.n, candidate.row_key, candidate.cells::text, false as is_alias, candidate.is_cut
    from probe join word_set on word_set.n = probe.n cross join lateral (
      select stored.row_key, stored.cells, ${isCut} as is_cut from (
        select * from lookup_row as stored where ${isUsed} and stored.keys @> word_set.words
        limit ${maxRankedRows}
      ) as stored order by ${order} limit ${maxCandidates}
    ) as candidate
    union
    select probe.n, candidate.row_key, candidate.cells::text, false, candidate.is_cut
    from probe cross join lateral (
      select stored.row_key, stored.cells, ${isCut} as is_cut from (
        select * from lookup_row as stored
        where ${isUsed} and stored.postcode = probe.postcode and stored.postcode <> ''
        limit ${maxRankedRows}
      ) as stored order by ${order} limit ${maxCandidates}
    ) as candidate
    union
    select probe.n, candidate.row_key, candidate.cells::text, false, false
    from probe cross join lateral (
      select stored.row_key, stored.cells from lookup_row as stored
      where ${isUsed} and stored.name <> '' and md5(stored.name) = md5(probe.name)
      order by ${samePlaces} desc, stored.row_key limit ${maxCandidates}
    ) as candidate`.execute(db)
  return rows.map(toRecord)
}

const selectProbes = (probes: readonly Probe[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(probes)}::jsonb) as sent (
    n integer, keys text[], name text, postcode text, city text, alias text)`

/** A row of the version that is used. */
const whereUsed = (
  organizationId: number,
  { tableId, version }: Pick<CandidateSearch, 'tableId' | 'version'>,
) => sql`stored.organization_id = ${organizationId} and stored.lookup_table_id = ${tableId}
  and stored.from_version <= ${version} and (stored.to_version is null or stored.to_version > ${version})`
