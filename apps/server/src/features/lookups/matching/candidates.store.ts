import { sql } from 'kysely'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'

/** The values for which candidates are searched; empty texts and lists are left out. */
export type Probe = {
  /** Its place among the probes of the search. */
  readonly n: number
  /** Exact values as rows have them among their keys. */
  readonly keys: readonly string[]
  /** The words of the name as rows have them among their keys. */
  readonly words: readonly string[]
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
}

type CandidateSearch = {
  readonly tableId: string
  readonly version: number
  readonly probes: readonly Probe[]
}

/** Maximum number of rows that are weighed by each way of finding them. */
const maxCandidates = 20
/** Names below this similarity of their trigrams are not searched for. */
const minTrigramSimilarity = 0.35

const samePlaces = sql`(stored.postcode = probe.postcode)::integer + (stored.city = probe.city)::integer`

/** Whether names are searched by trigrams: the extension may be missing, or in a schema that is not searched. */
async function hasTrigrams({ db }: Tenant): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regoperator('%(text,text)') is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

/** Finds the rows that have an exact value of a probe, and the aliases: those of all probes in one statement. */
export async function findByKeys(
  { db, organizationId }: Tenant,
  search: CandidateSearch,
): Promise<CandidateRecord[]> {
  const { tableId, probes } = search
  if (probes.length === 0) return []
  const isUsed = whereUsed(organizationId, search)
  const { rows } = await sql<CandidateRecord>`
    with probe as materialized (${selectProbes(probes)})
    select probe.n, candidate.row_key, candidate.cells, false as is_alias
    from probe cross join lateral (
      select stored.row_key, stored.cells from lookup_row as stored
      where ${isUsed} and stored.keys && probe.keys
      order by ${samePlaces} desc, stored.row_key limit ${maxCandidates}
    ) as candidate
    union all
    select probe.n, alias.row_key, stored.cells, true
    from probe
    join lookup_alias as alias on alias.organization_id = ${organizationId}
      and alias.lookup_table_id = ${tableId} and alias.value = probe.alias and probe.alias <> ''
    left join lookup_row as stored on ${isUsed} and stored.row_key = alias.row_key`.execute(db)
  return rows
}

/** Finds the rows whose names are similar to those of the probes: of all probes in one statement. */
export async function findByNames(
  tenant: Tenant,
  search: CandidateSearch,
): Promise<CandidateRecord[]> {
  if (search.probes.length === 0) return []
  const isUsed = whereUsed(tenant.organizationId, search)
  return inTransaction(tenant, async (transaction) => {
    const { db } = transaction
    const usesTrigrams = await hasTrigrams(transaction)
    if (usesTrigrams) {
      const threshold = String(minTrigramSimilarity)
      await sql`select set_config('pg_trgm.similarity_threshold', ${threshold}, true)`.execute(db)
    }
    const isSimilar = usesTrigrams ? sql`stored.name % probe.name` : sql`stored.keys && probe.words`
    const similarity = usesTrigrams
      ? sql`similarity(stored.name, probe.name)`
      : sql`cardinality(array(select unnest(stored.keys) intersect select unnest(probe.words)))`
    const { rows } = await sql<CandidateRecord>`
      with probe as materialized (${selectProbes(search.probes)})
      select probe.n, candidate.row_key, candidate.cells, false as is_alias
      from probe cross join lateral (
        select stored.row_key, stored.cells from lookup_row as stored
        where ${isUsed} and probe.name <> '' and ${isSimilar}
        order by ${similarity} desc, ${samePlaces} desc, stored.row_key limit ${maxCandidates}
      ) as candidate`.execute(db)
    return rows
  })
}

const selectProbes = (probes: readonly Probe[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(probes)}::jsonb) as sent (
    n integer, keys text[], words text[], name text, postcode text, city text, alias text)`

/** A row of the version that is used. */
const whereUsed = (
  organizationId: number,
  { tableId, version }: Pick<CandidateSearch, 'tableId' | 'version'>,
) => sql`stored.organization_id = ${organizationId} and stored.lookup_table_id = ${tableId}
  and stored.from_version <= ${version} and (stored.to_version is null or stored.to_version > ${version})`
