import type { Chunk } from './chunk-text.ts'

const labels = [
  'section',
  'clause',
  'article',
  'chapter',
  'part',
  'paragraph',
  'annex',
  'appendix',
  'exhibit',
  'schedule',
  'attachment',
  'table',
  'figure',
  'note',
  'page',
  'abschnitt',
  'artikel',
  'kapitel',
  'teil',
  'absatz',
  'ziffer',
  'anlage',
  'anhang',
  'tabelle',
  'abbildung',
  'seite',
  'annexe',
  'tableau',
  'chapitre',
  'anexo',
  'tabla',
]
/** Labels whose headings may have only their number: “4.2 Payment”. */
const bareNumberLabels: ReadonlySet<string> = new Set(
  ['section', 'clause', 'article', 'chapter', 'part', 'paragraph', '§'].concat([
    'abschnitt',
    'artikel',
    'kapitel',
    'teil',
    'absatz',
    'ziffer',
    'chapitre',
  ]),
)
const pageLabels: ReadonlySet<string> = new Set(['page', 'seite'])

const numberPattern = '([0-9]{1,4}(?:\\.[0-9]{1,4}){0,5}|[a-z])'
const labelPattern = `(${labels.join('|')}|§)`
const referencePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])${labelPattern} {0,2}${numberPattern}(?![\\p{L}\\p{N}])`,
  'giu',
)
const headingPattern = new RegExp(
  `^ {0,40}${labelPattern} {0,2}${numberPattern}(?![\\p{L}\\p{N}])`,
  'iu',
)
const numberedLinePattern = /^ {0,40}([0-9]{1,4}(?:\.[0-9]{1,4}){0,5})\.? {1,10}\p{L}/u

/** Number of chunks per heading: a table of contents has it too. */
const maxChunksPerHeading = 2

export type References = {
  /**
   * Finds the indexes of chunks that a text refers to, such as “see section 4.2” or “Annex B”, in
   * order of reference.
   */
  findReferenced(text: string): readonly number[]
}

/**
 * Indexes in which chunks the sections, annexes, tables and pages begin that other chunks refer to.
 */
export function indexReferences(text: string, chunks: readonly Chunk[]): References {
  const chunksByHeading = indexHeadings(chunks)
  const pageStarts = [0, ...[...text.matchAll(/\f/g)].map(({ index }) => index + 1)]
  const findPage = (number: number) => {
    const start = pageStarts[number - 1]
    return start === undefined ? [] : [chunks.findIndex(({ end }) => end > start)]
  }
  const findHeading = (kind: string, index: string) => {
    const bareMatch = bareNumberLabels.has(kind) ? chunksByHeading.get(index) : undefined
    return chunksByHeading.get(toHeadingName(kind, index)) ?? bareMatch ?? []
  }
  return {
    findReferenced(part) {
      const indexes = [...part.matchAll(referencePattern)].flatMap(([, label = '', index = '']) => {
        const kind = label.toLowerCase()
        return pageLabels.has(kind)
          ? findPage(Number(index))
          : findHeading(kind, index.toLowerCase())
      })
      return [...new Set(indexes)].filter((index) => index >= 0)
    },
  }
}

/** Maps headings such as “annex b” or “4.2” to chunk indexes. */
function indexHeadings(chunks: readonly Chunk[]): ReadonlyMap<string, readonly number[]> {
  const chunksByHeading = new Map<string, readonly number[]>()
  for (const [index, { text }] of chunks.entries()) {
    for (const name of text.split(/[\n\f]/).flatMap(findHeadingNames)) {
      const otherChunks = (chunksByHeading.get(name) ?? []).filter(
        (chunkIndex) => chunkIndex !== index,
      )
      chunksByHeading.set(name, [...otherChunks, index].slice(-maxChunksPerHeading))
    }
  }
  return chunksByHeading
}

function findHeadingNames(line: string): readonly string[] {
  const [, label, index = ''] = headingPattern.exec(line) ?? []
  const [, bareNumber] = numberedLinePattern.exec(line) ?? []
  return [
    ...(label === undefined ? [] : [toHeadingName(label, index)]),
    ...(bareNumber ? [bareNumber] : []),
  ]
}

const toHeadingName = (label: string, index: string) => `${label} ${index}`.toLowerCase()
