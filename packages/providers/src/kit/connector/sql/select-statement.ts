import { ServiceFailure } from '../service-failure.ts'
import { mayOpen } from './known-functions.ts'
import type { QuoteRules, StatementRules } from './statement-rules.ts'

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
 * Returns a statement without the semicolon at its end. Throws unless it is one statement that selects. Where the
 * service has a transaction that refuses to write, the statement runs in one as well; this check explains it, and also
 * finds what such a transaction allows, such as writing into a file.
 */
export function readSelectStatement(statement: string, rules: StatementRules): string {
  // Editors put it at the beginning of files.
  const visibleStatement = statement.replace(/^\ufeff/, '')
  const tokens = listTokens(visibleStatement, rules)
  const lastToken = tokens.at(-1)
  if (lastToken && isMark(lastToken, ';')) tokens.pop()
  const [firstToken] = tokens
  if (!firstToken) throw queryError('The query is empty.')
  if (tokens.some((token) => isMark(token, ';'))) {
    throw queryError('The query has more than one statement. Only one can run.')
  }
  if (!isWord(firstToken, 'select') && !isWord(firstToken, 'with')) {
    throw queryError('The query does not begin with SELECT or WITH. Only rows can be read.')
  }
  assertOnlyReads(tokens, rules)
  return lastToken && isMark(lastToken, ';')
    ? visibleStatement.slice(0, lastToken.start)
    : visibleStatement
}

const queryError = (message: string) => new ServiceFailure('refused', message)

type Token = {
  /** A mark is a parenthesis, a dot or a semicolon. */
  readonly kind: 'word' | 'name' | 'text' | 'mark'
  /** In small letters. */
  readonly text: string
  readonly start: number
}

const isWord = ({ kind, text }: Token, word: string) => kind === 'word' && text === word
const isMark = ({ kind, text }: Token, mark: string) => kind === 'mark' && text === mark

function assertOnlyReads(tokens: readonly Token[], rules: StatementRules): void {
  tokens.forEach((token, index) => {
    const place = { tokens, index, rules }
    assertNoWritingWord(token, place)
    if (rules.functions?.test(token.text) && token.kind !== 'text') {
      const name = token.text.toUpperCase()
      throw queryError(`The query contains ${name}, which does more than read rows.`)
    }
    if (isMark(token, '(')) assertKnownFunction(place)
  })
  assertShortNames(tokens, rules)
}

type TokenPlace = {
  readonly tokens: readonly Token[]
  readonly index: number
  readonly rules: StatementRules
}

function assertNoWritingWord({ kind, text }: Token, { tokens, index, rules }: TokenPlace): void {
  const earlierToken = tokens[index - 1]
  const pair = `${earlierToken?.text} ${text}`
  const isWritingWord = kind === 'word' && (writingWords.has(text) || rules.words.has(text))
  if (rules.pairs?.has(pair)) throw wordError(pair)
  if (isWritingWord && !isOrdinaryUse({ tokens, index, rules })) throw wordError(text)
}

const wordError = (words: string) =>
  queryError(
    `The query contains ${words.toUpperCase()}. Only rows can be read. Quote the word if it is a name.`,
  )

/** Whether a word that writes elsewhere is the name of a column, a function, or a limit of recursion. */
function isOrdinaryUse({ tokens, index, rules: { isSequence } }: TokenPlace): boolean {
  const { text = '' } = tokens[index] ?? {}
  const next = tokens[index + 1]
  const afterNext = tokens[index + 2]
  const opens = next !== undefined && isMark(next, '(')
  if (isSequence) return text === 'option' && opens && afterNext?.text === 'maxrecursion'
  const earlierToken = tokens[index - 1]
  if (earlierToken && isMark(earlierToken, '.') && text !== 'nextval') return true
  return opens && (text === 'insert' || text === 'truncate')
}

/** The longest name that is checked; a longer one is no known function. */
const maxNameLength = 128

/** Throws unless what stands before an opening parenthesis is known, or is the name of a table of the query. */
function assertKnownFunction({ tokens, index }: TokenPlace): void {
  const name = tokens[index - 1]
  if (!name || name.kind === 'mark') return
  if (name.kind === 'text') throw queryError('The query has a text before a parenthesis.')
  const earlierToken = tokens[index - 2]
  const isQualified = earlierToken !== undefined && isMark(earlierToken, '.')
  const isAlias =
    earlierToken !== undefined &&
    (['as', 'with', 'recursive'].some((word) => isWord(earlierToken, word)) ||
      isMark(earlierToken, ')'))
  if (isAlias || (!isQualified && mayOpen(name.text))) return
  throw queryError(
    `The query calls ${name.text.slice(0, maxNameLength).toUpperCase()}, which is none of the functions that are known to read only. Make a view that calls it, and read the view.`,
  )
}

/** The maximum number of parts of the name of a table; one more names a linked server. */
const maxNameParts = 3

function assertShortNames(tokens: readonly Token[], { isSequence }: StatementRules): void {
  if (!isSequence) return
  let dots = 0
  tokens.forEach((token, index) => {
    const earlierToken = tokens[index - 1]
    if (isMark(token, '.')) dots += 1
    else if (!earlierToken || !isMark(earlierToken, '.')) dots = 0
    if (dots >= maxNameParts) {
      throw queryError('The query has a name of four parts, which reaches another server.')
    }
  })
}

/** Characters that cannot be seen, and line ends that services read differently. */
const hiddenCharacter = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\t\n\r])\p{Cc}/u

/** Lists the words, quoted names and semicolons of a statement, without texts and comments. */
function listTokens(statement: string, rules: StatementRules): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < statement.length; ) {
    const end = findQuotedEnd(statement, index, rules)
    if (end !== undefined) {
      const quote = findQuote(statement, index, rules)
      if (quote) tokens.push(quotedToken(statement, { start: index, end, quote }))
      index = end
      continue
    }
    index = readToken(statement, index, { rules, tokens })
  }
  return tokens
}

type QuotedPlace = { readonly start: number; readonly end: number; readonly quote: QuoteRules }

const quotedToken = (statement: string, { start, end, quote }: QuotedPlace): Token => ({
  kind: quote.isName ? 'name' : 'text',
  text: statement
    .slice(start + quote.mark.length, end - quote.end.length)
    .normalize('NFKC')
    .toLowerCase(),
  start,
})

type TokenList = { readonly rules: StatementRules; readonly tokens: Token[] }

/** Reads what is neither quoted nor a comment, and returns where it ends. */
function readToken(statement: string, start: number, { rules, tokens }: TokenList): number {
  const part = statement.slice(start, start + 200)
  const [word] = /^[\p{L}_][\p{L}\p{N}_$]*/u.exec(part) ?? []
  if (word) {
    // Some services read wide letters as the plain ones.
    tokens.push({ kind: 'word', text: word.normalize('NFKC').toLowerCase(), start })
    assertNoQuoteWord(statement, start + word.length, { rules, word })
    return start + word.length
  }
  if (/^\d/.test(part)) return endOfNumber(part, start, rules)
  if (/^[;().]/.test(part)) tokens.push({ kind: 'mark', text: part.charAt(0), start })
  assertPlainCharacter(part, rules)
  if (rules.oddities === 'snowflake' && part.startsWith('->>')) {
    throw queryError('The query contains ->>, which begins another statement.')
  }
  return start + 1
}

/**
 * Throws for a character that cannot be seen, and for one that some services read as a letter and others do not. A dollar
 * sign may begin a text in PostgreSQL.
 */
function assertPlainCharacter(part: string, { dollarTexts }: StatementRules): void {
  const character = String.fromCodePoint(part.codePointAt(0) ?? 0)
  if (hiddenCharacter.test(character)) {
    throw queryError('The query has a character that cannot be seen. Remove it.')
  }
  if (character > '\u007f') {
    throw queryError(`The query has the character “${character}” outside of quotation marks.`)
  }
  if (dollarTexts === 'refused' && /^\$(?!\d)/.test(part)) {
    throw queryError('The query has a text in $$. Write it in single quotation marks.')
  }
}

/**
 * Services end a number before letters that are no part of it, so that `1e5into` is a number and a word, and `1einto` may
 * be one. The letters must not end as a word does that writes.
 */
function endOfNumber(part: string, start: number, rules: StatementRules): number {
  const [number = ''] = /^(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)/.exec(part) ?? []
  const [letters = ''] =
    /^[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$]*/u.exec(part.slice(number.length)) ?? []
  const lastWords = letters.normalize('NFKC').toLowerCase()
  const hidesWord = [...writingWords, ...rules.words].some((word) => lastWords.endsWith(word))
  if (hidesWord || (letters !== '' && rules.isSequence)) {
    throw queryError(
      'The query has a number that is followed by letters. Put a space between them, or quote the name.',
    )
  }
  return start + number.length
}

type WordPlace = { readonly rules: StatementRules; readonly word: string }

/** Oracle and PostgreSQL have texts such as q'[it's]' and E'it\'s', whose end is not that of other texts. */
function assertNoQuoteWord(statement: string, end: number, { rules, word }: WordPlace): void {
  if (rules.oddities === 'postgres' && /^e$/i.test(word) && statement[end] === "'") {
    throw queryError("The query has a text such as E'…'. Write it as '…', with doubled marks.")
  }
  if (rules.oddities !== 'oracle' || !/^n?q$/i.test(word) || statement[end] !== "'") return
  throw queryError("The query has a text such as q'[…]'. Write it as '…', with doubled marks.")
}

/** Returns the end of the text, quoted name or comment that begins at an index; `undefined` if none does. */
function findQuotedEnd(
  statement: string,
  start: number,
  rules: StatementRules,
): number | undefined {
  const commentEnd = findCommentEnd(statement, start, rules)
  if (commentEnd !== undefined) return commentEnd
  const quote = findQuote(statement, start, rules)
  if (!quote) return findDollarEnd(statement, start, rules)
  const hasEscapes = quote.backslash === 'always'
  const end = endOfQuoted(statement, start, { quote, hasEscapes })
  assertClearBackslash(statement.slice(start, end), quote, rules)
  return end
}

const findQuote = (statement: string, start: number, { quotes }: StatementRules) =>
  quotes.find(({ mark }) => statement.startsWith(mark, start))

/** The code of the blank; smaller ones are control characters. */
const lastBlank = 32

function findCommentEnd(
  statement: string,
  start: number,
  rules: StatementRules,
): number | undefined {
  if (isLineComment(statement, start, rules)) return endOfLineComment(statement, start)
  if (!statement.startsWith('/*', start)) return undefined
  if (/^\/\*M?!/.test(statement.slice(start, start + 4))) {
    throw queryError('The query has a comment that the server would run. Remove “/*!”.')
  }
  if (rules.oddities === 'mysql' && statement.startsWith('/*+', start)) {
    throw queryError('The query has a hint, which could lift its limit of time. Remove “/*+”.')
  }
  return endOfComment(statement, start, rules)
}

/**
 * MySQL and MariaDB read `1--1` as a subtraction: only a blank or control character of ASCII, or the end of the
 * statement, makes it a comment.
 */
function isLineComment(
  statement: string,
  start: number,
  { lineComments, oddities }: StatementRules,
): boolean {
  const mark = lineComments.find((one) => statement.startsWith(one, start))
  if (mark !== '--' || oddities !== 'mysql') return mark !== undefined
  return !(statement.charCodeAt(start + 2) > lastBlank)
}

function endOfLineComment(statement: string, start: number): number {
  const end = endOf(statement, start, '\n', '\n')
  // Some services end a comment there, and others go on.
  if (/\r(?!\n)|[\v\f\0\u0085\u2028\u2029]/.test(statement.slice(start, end))) {
    throw queryError('The query has an unclear end of a line in a comment. Remove the comment.')
  }
  return end
}

/** Whether a backslash escapes here depends on the service, or on a mode of it. */
function assertClearBackslash(
  quotedText: string,
  { mark, backslash }: QuoteRules,
  { oddities }: StatementRules,
): void {
  if (oddities === 'mysql' && mark === '"' && quotedText.includes('\\')) {
    throw queryError('The query has a backslash in double quotation marks. Use single ones.')
  }
  if (backslash === 'unknown' && quotedText.includes(`\\${mark}`)) {
    throw queryError('The query has a backslash before a quotation mark. Use CHR(92) for it.')
  }
}

/** Snowflake has texts such as $$…$$; a dollar sign inside of a word begins none. */
function findDollarEnd(
  statement: string,
  start: number,
  { dollarTexts }: StatementRules,
): number | undefined {
  if (dollarTexts !== 'plain' || !statement.startsWith('$$', start)) return undefined
  if (/[\p{L}\p{N}_$]/u.test(statement[start - 1] ?? '')) return undefined
  return endOf(statement, start + 2, '$$')
}

function endOf(statement: string, start: number, mark: string, ending = ''): number {
  const end = `${statement}${ending}`.indexOf(mark, start)
  if (end < 0) throw missingEnd(mark)
  return end + mark.length
}

const missingEnd = (mark: string) => queryError(`The query has a ${mark} without its end.`)

function endOfComment(
  statement: string,
  start: number,
  { nestedComments }: StatementRules,
): number {
  if (nestedComments === 'counted') return endOfNestedComment(statement, start)
  const end = endOf(statement, start + 2, '*/')
  if (nestedComments === 'refused' && statement.slice(start + 2, end).includes('/*')) {
    throw queryError('The query has a comment in a comment. Remove one of them.')
  }
  return end
}

/** Comments of PostgreSQL may contain comments. */
function endOfNestedComment(statement: string, start: number): number {
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

type QuotedPart = { readonly quote: QuoteRules; readonly hasEscapes: boolean }

function endOfQuoted(
  statement: string,
  start: number,
  { quote: { mark, end, isDoubled }, hasEscapes }: QuotedPart,
): number {
  for (let index = start + mark.length; index < statement.length; index += 1) {
    if (hasEscapes && statement[index] === '\\') index += 1
    else if (statement.startsWith(end, index)) {
      if (!isDoubled || !statement.startsWith(end, index + end.length)) return index + end.length
      index += 2 * end.length - 1
    }
  }
  throw missingEnd(mark)
}
