import { maxMatchedListRows } from '@recto/contract/lookups/lookup-matches'
import { computeNameSimilarity } from '@recto/extraction/lookups/name-similarity'
import { normalizeValue } from '@recto/extraction/lookups/normalize'
import type { Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStoredKey } from '../rows/lookup-rows.store.ts'
import { findWords } from '../rows/lookup-words.store.ts'
import {
  type CandidateRecord,
  findByKeys,
  findByNames,
  type NameProbe,
  type Probe,
  withSearchPlans,
} from './candidates.store.ts'
import {
  chooseWordSets,
  listProbedWords,
  toSimilarWords,
  toWordRange,
  type WordSets,
} from './choose-words.ts'
import { toListMatch, toRowMatch, toUnmatchedRow } from './list-matches.ts'
import { rowsIn } from './list-rows.ts'
import {
  isOfRows,
  type PromptToMatch,
  type Search,
  toProbe,
  toSearch,
  type ValuesByKey,
} from './searches.ts'
import { findUsedVersion, type UsedVersion } from './table-versions.store.ts'
import { toMatch, toMatchedTable, type ValueMatch } from './to-match.ts'

type ValuesToMatch = {
  readonly prompts: readonly PromptToMatch[]
  readonly values: ValuesByKey
  /** The versions that were current at this time are used. */
  readonly time: Date
}

/** Finds the rows that the values of a document mean, by the keys of the prompts. */
export async function matchValues(
  tenant: Tenant,
  { prompts, values, time }: ValuesToMatch,
): Promise<ReadonlyMap<string, ValueMatch>> {
  const matches = new Map<string, ValueMatch>()
  for (const [name, group] of Map.groupBy(prompts, ({ matchTo }) => matchTo.table)) {
    const usedVersion = await findUsedVersion(tenant, { name, time })
    const searchesOfGroup = group.map((prompt) => listSearches(prompt, usedVersion, values))
    const matchesOfGroup = await withSearchPlans(tenant, (transaction) =>
      matchSearches(transaction, usedVersion, searchesOfGroup.flat()),
    )
    let first = 0
    group.forEach((prompt, index) => {
      const searches = searchesOfGroup[index] ?? []
      const foundMatches = matchesOfGroup.slice(first, first + searches.length)
      first += searches.length
      matches.set(prompt.key, presentMatch(prompt, { searches, foundMatches, usedVersion, values }))
    })
  }
  return matches
}

/** Returns one search for a value, and one for each row of a list. */
function listSearches(
  prompt: PromptToMatch,
  usedVersion: UsedVersion | undefined,
  values: ValuesByKey,
): readonly Search[] {
  if (!isOfRows(prompt.matchTo)) return [toSearch(prompt, usedVersion, { values })]
  const rows = rowsIn(values[prompt.key] ?? null) ?? []
  return rows
    .slice(0, maxMatchedListRows)
    .map((row) => toSearch(prompt, usedVersion, { values, row }))
}

type FoundMatches = {
  readonly searches: readonly Search[]
  /** The matches of the searches, in their order. */
  readonly foundMatches: readonly ValueMatch[]
  readonly usedVersion: UsedVersion | undefined
  readonly values: ValuesByKey
}

function presentMatch(
  { key, matchTo }: PromptToMatch,
  { searches, foundMatches, usedVersion, values }: FoundMatches,
): ValueMatch {
  const [match] = foundMatches
  if (!isOfRows(matchTo) && match) return match
  const list: Json = values[key] ?? null
  const surplusCount = Math.max(0, (rowsIn(list)?.length ?? 0) - searches.length)
  const table = toMatchedTable(matchTo.table, usedVersion)
  const rows = foundMatches.map((rowMatch, n) =>
    toRowMatch(rowMatch, searches[n]?.text ?? '', matchTo),
  )
  const surplusRows = Array.from({ length: surplusCount }, () => toUnmatchedRow(matchTo))
  return toListMatch({ key, matchTo, list, table, rows: [...rows, ...surplusRows] })
}

/**
 * Matches all values of a document to a table: one statement for keys, one for words and one for names. Exact keys win:
 * names are searched only for values whose keys do not decide.
 */
async function matchSearches(
  tenant: Tenant,
  usedVersion: UsedVersion | undefined,
  searches: readonly Search[],
): Promise<readonly ValueMatch[]> {
  if (!usedVersion) return searches.map((search) => toMatch(search, []))
  const table = { tableId: usedVersion.table.id, version: usedVersion.version }
  const { distinctSearches, placeOf } = withoutRepetitions(searches)
  const probes = distinctSearches.map(toProbe).filter((probe) => probe !== undefined)
  const records = Map.groupBy(await findByKeys(tenant, { ...table, probes }), ({ n }) => n)
  const firstMatches = distinctSearches.map((search, n) => toMatch(search, records.get(n) ?? []))
  const openProbes = probes.filter(({ n, name }) => {
    const match = firstMatches[n]?.match
    return name !== '' && match?.status !== 'matched' && match?.by !== 'alias'
  })
  const foundMatches = await matchNames(
    tenant,
    { usedVersion, searches: distinctSearches, records },
    openProbes,
  )
  const matches = firstMatches.map((match, n) => foundMatches.get(n) ?? match)
  return searches.map((search, n) => matches[placeOf[n] ?? 0] ?? toMatch(search, []))
}

type NameMatching = {
  readonly usedVersion: UsedVersion
  readonly searches: readonly Search[]
  /** The rows that are found already, by the places of the searches. */
  readonly records: ReadonlyMap<number, readonly CandidateRecord[]>
}

/**
 * Matches probes by names: by the places of their searches. Common words, which lead to hundreds of rows, are searched
 * only where a rare word, the postcode or the whole name has not led to a row of nearly the same name with the same
 * postcode.
 */
async function matchNames(
  tenant: Tenant,
  { usedVersion, searches, records }: NameMatching,
  probes: readonly Probe[],
): Promise<ReadonlyMap<number, ValueMatch>> {
  const matches = new Map<number, ValueMatch>()
  const foundRecords = new Map(probes.map(({ n }) => [n, records.get(n) ?? []]))
  const searchedWords = await findProbedWords(tenant, usedVersion, probes)
  for (const kind of ['rare', 'common'] as const) {
    const nameProbes = searchedWords
      .filter(({ sets, n }) => {
        const match = matches.get(n)
        return (
          kind === 'rare' || (sets.common.length > 0 && !(match && isSameRow(match, searches[n])))
        )
      })
      .map(({ sets, ...probe }): NameProbe => ({ ...probe, sets: sets[kind] }))
    const {
      table: { id: tableId },
      version,
    } = usedVersion
    const newRecords = await findByNames(tenant, { tableId, version, probes: nameProbes })
    const newRecordsByPlace = Map.groupBy(newRecords, ({ n }) => n)
    for (const { n } of nameProbes) {
      const recordsOfProbe = [...(foundRecords.get(n) ?? []), ...(newRecordsByPlace.get(n) ?? [])]
      foundRecords.set(n, recordsOfProbe)
      const search = searches[n]
      if (search) matches.set(n, toMatch(search, recordsOfProbe))
    }
  }
  return matches
}

/** With the same postcode, a row with a name of this similarity is not outweighed by one that shares common words alone. */
const minSameName = 0.9

function isSameRow({ match, row }: ValueMatch, search: Search | undefined): boolean {
  const columns = search?.usedVersion?.table.columns ?? []
  if (match.status !== 'matched' || !search) return false
  const textOf = (type: 'name' | 'postcode') => {
    const column = columns.find((one) => one.type === type)
    return column ? normalizeValue(type, row[column.name] ?? '') : ''
  }
  const { name, postcode } = search.comparedValues
  const hasSamePostcode = postcode !== '' && textOf('postcode') === postcode
  return hasSamePostcode && computeNameSimilarity(name, textOf('name')) >= minSameName
}

type ProbedWords = Omit<NameProbe, 'sets'> & { readonly sets: WordSets }

/** Finds the words of the table that the words of the probes may be, as rows have them among their keys. */
async function findProbedWords(
  tenant: Tenant,
  { table: { id: tableId, columns } }: UsedVersion,
  probes: readonly Probe[],
): Promise<readonly ProbedWords[]> {
  const probedWords = [...new Set(probes.flatMap(({ name }) => listProbedWords(name)))]
  const ranges = probedWords.map(toWordRange)
  const similarWords = toSimilarWords(await findWords(tenant, { tableId, ranges }))
  const nameColumn = columns.findIndex(({ type }) => type === 'name')
  const toKeys = (words: readonly string[]) => words.map((word) => toStoredKey(nameColumn, word))
  return probes.map(({ n, name, postcode, city }) => {
    const { rare, common } = chooseWordSets(name, similarWords)
    const words = listProbedWords(name).flatMap((word) => similarWords.get(word) ?? [])
    const sharedWords = toKeys([...new Set(words.map(({ word }) => word))])
    const sets = { rare: rare.map(toKeys), common: common.map(toKeys) }
    return { n, sets, words: sharedWords, name, postcode, city }
  })
}

/** Rows of a list often have the same values, which are searched once. */
function withoutRepetitions(searches: readonly Search[]) {
  const distinctSearches: Search[] = []
  const places = new Map<string, number>()
  const placeOf = searches.map((search) => {
    const { prompt, comparedValues, text } = search
    const values = JSON.stringify([prompt.key, comparedValues, text])
    const place = places.get(values) ?? distinctSearches.length
    if (place === distinctSearches.length) distinctSearches.push(search)
    places.set(values, place)
    return place
  })
  return { distinctSearches, placeOf }
}
