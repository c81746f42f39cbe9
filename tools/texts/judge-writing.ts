import { globSync, readFileSync } from 'node:fs'
import type { PhraseKind } from './find-phrases.ts'
import type { ShownText } from './find-texts.ts'
import { type LintedDocument, lintDocument, type WritingProblem } from './lint-writing.ts'

/** Documents for people. The ledger of requirements is quoted from elsewhere. */
const documents = ['{README,ARCHITECTURE,AGENTS,CONTRIBUTING,GLOSSARY,SECURITY}.md', 'docs/**/*.md']
const otherDocuments = ['docs/requirements/', 'docs/writing.md']

export type WritingProblems = {
  readonly documents: readonly WritingProblem[]
  readonly texts: readonly WritingProblem[]
}

/** Returns the pages below `root` that obey the word list. The page about writing names its phrases. */
export function readDocuments(root: string): readonly LintedDocument[] {
  return globSync(documents, { cwd: root })
    .filter((path) => !otherDocuments.some((prefix) => path.startsWith(prefix)))
    .toSorted()
    .map((path) => ({ path, content: readFileSync(`${root}/${path}`, 'utf8') }))
}

export async function lintDocuments(
  pages: readonly LintedDocument[],
  kinds: readonly PhraseKind[],
): Promise<readonly WritingProblem[]> {
  const problems = await Promise.all(pages.map((page) => lintDocument(page, kinds)))
  return problems.flat()
}

/** Lints the texts of the product as one document with a line for each, without those that are fixed. */
export async function lintTexts(
  texts: readonly ShownText[],
  kinds: readonly PhraseKind[],
  isFixed: (text: string) => boolean,
): Promise<readonly WritingProblem[]> {
  const freeTexts = texts.filter(({ text }) => !isFixed(text))
  const content = freeTexts.map(({ text }) => text).join('\n')
  const problems = await lintDocument({ path: 'texts.txt', content }, kinds)
  return problems.map((problem) => {
    const text = freeTexts[problem.line - 1]
    return { ...problem, path: text?.path ?? problem.path, line: text?.line ?? problem.line }
  })
}

const maxShown = 10

/** Returns a complaint for each kind of phrase that occurs more often than its limit allows. */
export function judgeWriting(
  problems: WritingProblems,
  kinds: readonly PhraseKind[],
): readonly string[] {
  return (['documents', 'texts'] as const).flatMap((place) =>
    kinds.flatMap(({ name, advice, max }) => {
      const ofKind = problems[place].filter(({ kind }) => kind === name)
      if (ofKind.length <= max[place]) return []
      const lines = ofKind.slice(0, maxShown).map((problem) => `  ${describeProblem(problem)}`)
      const heading = `${name}: ${ofKind.length} phrases in ${place}, and at most ${max[place]} may stay. ${advice}`
      const rest = `  To list all of them: node tools/check-writing.ts --list ${name}`
      return [[heading, ...lines, rest].join('\n')]
    }),
  )
}

export const describeProblem = ({ path, line, phrase }: WritingProblem) =>
  `${path}:${line} ${phrase}`
