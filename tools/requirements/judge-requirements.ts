import type { Requirements } from './read-requirements.ts'

/** Returns complaints about rows that nothing proves or explains, and about names of rows that do not exist. */
export function judgeRequirements({
  areas,
  notHeld,
  testedIds,
}: Pick<Requirements, 'areas' | 'notHeld' | 'testedIds'>): readonly string[] {
  const ids = areas.flatMap(({ rows }) => rows.map(({ id }) => id))
  const knownIds = new Set(ids)
  const explainedIds = new Set(notHeld.flatMap(({ rows }) => rows))
  const unproven = ids.filter((id) => !testedIds.has(id) && !explainedIds.has(id))
  const unknownToTests = [...testedIds].filter((id) => !knownIds.has(id))
  const unknownReasons = [...explainedIds].filter((id) => !knownIds.has(id))
  return [
    ...unproven.map(
      (id) =>
        `No test names ${id}. Name it in the title of its test, or say in docs/requirements/not-held.json why it is not held.`,
    ),
    ...unknownToTests.map((id) => `A test names ${id}, which the ledger does not contain.`),
    ...unknownReasons.map((id) => `not-held.json names ${id}, which the ledger does not contain.`),
  ]
}
