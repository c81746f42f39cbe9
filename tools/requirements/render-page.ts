import type { LedgerRow } from '../texts/ledger.ts'
import type { Requirements } from './read-requirements.ts'

const introduction = `# Requirements

\`npm run requirements\` writes this page from the files next to it; \`npm run check\` fails if it is out of date.

Each row of the ledger is one requirement of the specifications. There is a file for each area, with the columns id, kind, requirement, verify and source.
Read the files without quoting: the texts contain double quotes. The source \`2§7.1\` is section 7.1 of specification 2.

A row of the kind \`open\` is something that the specifications leave open. It says what is missing, and what Recto does. Where they contradict
each other, [Conflicts](resolutions.md) says which one Recto follows. A row is *tested* if the title of a test names it, such as \`[DP-031]\`.

## Counts
`

const specifications = [
  ['1', 'shell, settings, deployments'],
  ['2', 'workflow editor, Prompt Studio'],
  ['3', 'review, text extraction, subscriptions, simple studio'],
] as const

/** Returns the page of the ledger, `docs/requirements/README.md`. */
export function renderRequirements(requirements: Requirements): string {
  const { areas, notHeld, absentTexts } = requirements
  const all = areas.flatMap(({ rows }) => rows)
  const countsOf = createCounter(requirements)
  const areaLines = areas.map(
    ({ file, rows }) => `| [${file}](${file}) | ${rows[0]?.id.slice(0, 2)} | ${countsOf(rows)} |`,
  )
  const specificationLines = specifications.map(([number, topic]) => {
    const rows = all.filter(({ source }) => isFrom(source, number))
    return `| ${number}: ${topic} | ${countsOf(rows)} |`
  })
  const heldLines = notHeld.map(({ rows, reason }) => `- ${rows.join(', ')}: ${reason}`)
  const textLines = Object.entries(absentTexts).map(([row, reason]) => `- ${row}: ${reason}`)
  return `${introduction}
| file | prefix | rows | tested | not held | open |
|---|---|---|---|---|---|
${areaLines.join('\n')}
| total | | ${countsOf(all)} |

| specification | rows | tested | not held | open |
|---|---|---|---|---|
${specificationLines.join('\n')}

A row that two specifications ask for counts for both. By kind: ${countBy(all, ({ kind }) => kind)}. By the way of verifying: ${countBy(all, ({ verify }) => verify)}.

## Rows that are not held, or only in part

${heldLines.join('\n')}

## Rows whose texts differ

${textLines.join('\n')}
`
}

/** Returns a function that counts rows, as the cells of a line: all, tested, not held, open. */
function createCounter({ notHeld, testedIds }: Requirements) {
  const explainedIds = new Set(notHeld.flatMap(({ rows }) => rows))
  return (rows: readonly LedgerRow[]): string =>
    [
      rows.length,
      rows.filter(({ id }) => testedIds.has(id)).length,
      rows.filter(({ id }) => explainedIds.has(id)).length,
      rows.filter(({ kind }) => kind === 'open').length,
    ].join(' | ')
}

const isFrom = (source: string, specification: string) =>
  source.split(',').some((section) => section.startsWith(`${specification}§`))

function countBy(rows: readonly LedgerRow[], keyOf: (row: LedgerRow) => string): string {
  const groups = [...Map.groupBy(rows, keyOf)].map(([key, group]) => `${key} ${group.length}`)
  return groups.toSorted().join(', ')
}
