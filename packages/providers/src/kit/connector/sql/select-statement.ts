import { ServiceFailure } from '../service-failure.ts'
import type { StatementRules } from './dialect.ts'

/** Words that no reading statement has, unless they are quoted names. */
const writingWords: ReadonlySet<string> = new Set([
  'into',
  'insert',
  'update',
  'delete',
  'merge',
  'drop',
  'alter',
  'truncate',
  'grant',
  'call',
])

/**
 * Returns a statement without the semicolon at its end. Throws unless it is one statement that selects. The transaction
 * in which it runs refuses to write as well; this check explains it, and also finds what such a transaction allows,
 * such as writing into a file.
 */
export function readSelectStatement(statement: string, rules: StatementRules): string {
  const words = listWords(statement, rules)
  const lastWord = words.at(-1)
  if (lastWord?.text === ';') words.pop()
  const [firstWord] = words
  if (!firstWord) throw queryError('The query is empty.')
  if (words.some(({ text }) => text === ';')) {
    throw queryError('The query has more than one statement. Only one can run.')
  }
  if (firstWord.text !== 'select' && firstWord.text !== 'with') {
    throw queryError('The query does not begin with SELECT or WITH. Only rows can be read.')
  }
  const writingWord = words.find(({ text }) => writingWords.has(text))
  if (writingWord) {
    throw queryError(
      `The query contains ${writingWord.text.toUpperCase()}. Only rows can be read. Quote the word if it is a name.`,
    )
  }
  return lastWord?.text === ';' ? statement.slice(0, lastWord.start) : statement
}

const queryError = (message: string) => new ServiceFailure('refused', message)

type Word = { readonly text: string; readonly start: number }

/** Lists the words and semicolons of a statement in small letters, without texts, quoted names and comments. */
function listWords(statement: string, rules: StatementRules): Word[] {
  const words: Word[] = []
  for (let index = 0; index < statement.length; ) {
    const end = findQuotedEnd(statement, index, rules)
    if (end !== undefined) {
      index = end
      continue
    }
    const [word] = /^[\p{L}_][\p{L}\p{N}_$]*/u.exec(statement.slice(index, index + 200)) ?? []
    if (word) words.push({ text: word.toLowerCase(), start: index })
    else if (statement[index] === ';') words.push({ text: ';', start: index })
    index += word?.length ?? 1
  }
  return words
}

/** Returns the end of the text, quoted name or comment that begins at an index; `undefined` if none does. */
const findQuotedEnd = (statement: string, start: number, rules: StatementRules) =>
  findCommentEnd(statement, start, rules) ??
  findTextEnd(statement, start, rules) ??
  findDollarEnd(statement, start, rules)

/** The code of the blank; smaller ones are control characters. */
const lastBlank = 32

function findCommentEnd(
  statement: string,
  start: number,
  { isMysql }: StatementRules,
): number | undefined {
  const two = statement.slice(start, start + 2)
  if (isLineComment(statement.slice(start, start + 3), isMysql))
    return endOf(statement, start, '\n', '\n')
  if (two !== '/*') return undefined
  if (/^\/\*M?!/.test(statement.slice(start, start + 4))) {
    throw queryError('The query has a comment that the server would run. Remove “/*!”.')
  }
  return endOfComment(statement, start, isMysql)
}

/**
 * MySQL and MariaDB read `1--1` as a subtraction: only a blank or control character of ASCII, or the end of the
 * statement, makes it a comment.
 */
function isLineComment(three: string, isMysql: boolean): boolean {
  if (!isMysql) return three.startsWith('--')
  return three.startsWith('#') || (three.startsWith('--') && !(three.charCodeAt(2) > lastBlank))
}

const standardMarks: readonly string[] = ["'", '"']
const mysqlMarks: readonly string[] = [...standardMarks, '`']

function findTextEnd(
  statement: string,
  start: number,
  { backslashEscapes, isMysql }: StatementRules,
): number | undefined {
  const mark = statement.slice(start, start + 1)
  if (!(isMysql ? mysqlMarks : standardMarks).includes(mark)) return undefined
  const hasEscapes =
    mark === "'" && (backslashEscapes === 'always' || /[eE]/.test(statement[start - 1] ?? ''))
  const end = endOfQuoted(statement, start, { mark, hasEscapes })
  if (isMysql && mark === '"') assertNoBackslash(statement.slice(start, end))
  return end
}

/** Whether a backslash escapes here depends on a mode of the server, in which such quotation marks are those of names. */
function assertNoBackslash(quotedText: string): void {
  if (!quotedText.includes('\\')) return
  throw queryError('The query has a backslash in double quotation marks. Use single ones.')
}

/** PostgreSQL has texts such as $$…$$ and $tag$…$tag$; a dollar sign inside of a word begins none. */
function findDollarEnd(
  statement: string,
  start: number,
  { isMysql }: StatementRules,
): number | undefined {
  if (isMysql || statement[start] !== '$') return undefined
  if (/[\p{L}\p{N}_$]/u.test(statement[start - 1] ?? '')) return undefined
  const opening = /^\$(?:[\p{L}_][\p{L}\p{N}_]{0,62})?\$/u.exec(statement.slice(start, start + 70))
  return opening ? endOf(statement, start + opening[0].length, opening[0]) : undefined
}

function endOf(statement: string, start: number, mark: string, ending = ''): number {
  const end = `${statement}${ending}`.indexOf(mark, start)
  if (end < 0) throw missingEnd(mark)
  return end + mark.length
}

const missingEnd = (mark: string) => queryError(`The query has a ${mark} without its end.`)

/** Comments of PostgreSQL may contain comments. */
function endOfComment(statement: string, start: number, isMysql: boolean): number {
  if (isMysql) return endOf(statement, start + 2, '*/')
  let depth = 0
  for (let index = start; index < statement.length; index += 1) {
    const two = statement.slice(index, index + 2)
    if (two !== '/*' && two !== '*/') continue
    depth += two === '/*' ? 1 : -1
    index += 1
    if (depth === 0) return index + 1
  }
  throw missingEnd('/*')
}

type QuotedPart = { readonly mark: string; readonly hasEscapes: boolean }

function endOfQuoted(statement: string, start: number, { mark, hasEscapes }: QuotedPart): number {
  for (let index = start + 1; index < statement.length; index += 1) {
    if (hasEscapes && statement[index] === '\\') index += 1
    else if (statement[index] === mark) {
      if (statement[index + 1] !== mark) return index + 1
      index += 1
    }
  }
  throw missingEnd(mark)
}
