import type { Chunk } from './chunk-text.ts'

const labels = [
  ...['section', 'clause', 'article', 'chapter', 'part', 'paragraph', 'annex', 'appendix'],
  ...['exhibit', 'schedule', 'attachment', 'table', 'figure', 'note', 'page'],
  ...['abschnitt', 'artikel', 'kapitel', 'teil', 'absatz', 'ziffer', 'anlage', 'anhang'],
  ...['tabelle', 'abbildung', 'seite', 'annexe', 'tableau', 'chapitre', 'anexo', 'tabla'],
]
/** What carries its bare number at the head of a line: “4.2 Payment”. */
const numbered: ReadonlySet<string> = new Set(
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
const pages: ReadonlySet<string> = new Set(['page', 'seite'])

const number = '([0-9]{1,4}(?:\\.[0-9]{1,4}){0,5}|[a-z])'
const label = `(${labels.join('|')}|§)`
const reference = new RegExp(`(?<![\\p{L}\\p{N}])${label} {0,2}${number}(?![\\p{L}\\p{N}])`, 'giu')
const heading = new RegExp(`^ {0,40}${label} {0,2}${number}(?![\\p{L}\\p{N}])`, 'iu')
const numberedLine = /^ {0,40}([0-9]{1,4}(?:\.[0-9]{1,4}){0,5})\.? {1,10}\p{L}/u

/** How many places of one heading are taken: a table of contents has it too. */
const maxPlaces = 2

export type References = {
  /** The chunks that a text names, such as “see section 4.2” or “Annex B”, in the order of naming. */
  namedIn(text: string): readonly number[]
}

/** Finds in which chunks the sections, annexes, tables and pages begin that other chunks refer to. */
export function indexReferences(text: string, chunks: readonly Chunk[]): References {
  const places = placesOfHeadings(chunks)
  const pageStarts = [0, ...[...text.matchAll(/\f/g)].map(({ index }) => index + 1)]
  const ofPage = (number: number) => {
    const start = pageStarts[number - 1]
    return start === undefined ? [] : [chunks.findIndex(({ end }) => end > start)]
  }
  const ofHeading = (kind: string, index: string) => {
    const bare = numbered.has(kind) ? places.get(index) : undefined
    return places.get(nameOf(kind, index)) ?? bare ?? []
  }
  return {
    namedIn(part) {
      const found = [...part.matchAll(reference)].flatMap(([, named = '', index = '']) => {
        const kind = named.toLowerCase()
        return pages.has(kind) ? ofPage(Number(index)) : ofHeading(kind, index.toLowerCase())
      })
      return [...new Set(found)].filter((at) => at >= 0)
    },
  }
}

/** By what is said of them: “annex b”, “4.2”. */
function placesOfHeadings(chunks: readonly Chunk[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, readonly number[]>()
  for (const [at, { text }] of chunks.entries()) {
    for (const name of text.split(/[\n\f]/).flatMap(namesOfLine)) {
      const others = (places.get(name) ?? []).filter((one) => one !== at)
      places.set(name, [...others, at].slice(-maxPlaces))
    }
  }
  return places
}

function namesOfLine(line: string): readonly string[] {
  const [, named, index = ''] = heading.exec(line) ?? []
  const [, bare] = numberedLine.exec(line) ?? []
  return [...(named === undefined ? [] : [nameOf(named, index)]), ...(bare ? [bare] : [])]
}

const nameOf = (named: string, index: string) => `${named} ${index}`.toLowerCase()
