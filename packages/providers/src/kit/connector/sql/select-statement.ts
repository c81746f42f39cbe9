import { ServiceFailure } from '../service-failure.ts'
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
  const tokens = listTokens(statement, rules)
  const lastToken = tokens.at(-1)
  if (lastToken?.kind === 'semicolon') tokens.pop()
  const [firstToken] = tokens
  if (!firstToken) throw queryError('The query is empty.')
  if (tokens.some(({ kind }) => kind === 'semicolon')) {
    throw queryError('The query has more than one statement. Only one can run.')
  }
  if (!isWord(firstToken, 'select') && !isWord(firstToken, 'with')) {
    throw queryError('The query does not begin with SELECT or WITH. Only rows can be read.')
  }
  assertOnlyReads(tokens, rules)
  return lastToken?.kind === 'semicolon' ? statement.slice(0, lastToken.start) : statement
}

const queryError = (message: string) => new ServiceFailure('refused', message)

type Token = {
  readonly kind: 'word' | 'name' | 'semicolon'
  /** In small letters. */
  readonly text: string
  readonly start: number
}

const isWord = ({ kind, text }: Token, word: string) => kind === 'word' && text === word

function assertOnlyReads(
  tokens: readonly Token[],
  { words, pairs, functions }: StatementRules,
): void {
  tokens.forEach(({ kind, text }, index) => {
    const earlierToken = tokens[index - 1]
    const isWritingWord = kind === 'word' && (writingWords.has(text) || words.has(text))
    const pair = `${earlierToken?.text} ${text}`
    if (isWritingWord || pairs?.has(pair)) {
      const quotedText = isWritingWord ? text : pair
      throw queryError(
        `The query contains ${quotedText.toUpperCase()}. Only rows can be read. Quote the word if it is a name.`,
      )
    }
    if (functions?.test(text)) {
      throw queryError(`The query contains ${text.toUpperCase()}, which does more than read rows.`)
    }
  })
}

/** Characters that cannot be seen, and line ends that services read differently. */
const hiddenCharacter = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\t\n\r])\p{Cc}/u

/** Lists the words, quoted names and semicolons of a statement, without texts and comments. */
function listTokens(statement: string, rules: StatementRules): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < statement.length; ) {
    const end = findQuotedEnd(statement, index, { rules, lastToken: tokens.at(-1) })
    if (end !== undefined) {
      const quote = findQuote(statement, index, rules)
      if (quote?.isName) tokens.push(nameToken(statement, { start: index, end, quote }))
      index = end
      continue
    }
    index = readToken(statement, index, { rules, tokens })
  }
  return tokens
}

type QuotedName = { readonly start: number; readonly end: number; readonly quote: QuoteRules }

const nameToken = (statement: string, { start, end, quote }: QuotedName): Token => ({
  kind: 'name',
  text: statement.slice(start + quote.mark.length, end - quote.end.length).toLowerCase(),
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
  if (/^\d/.test(part)) return endOfNumber(part, start)
  if (part.startsWith(';')) tokens.push({ kind: 'semicolon', text: ';', start })
  if (hiddenCharacter.test(String.fromCodePoint(part.codePointAt(0) ?? 0))) {
    throw queryError('The query has a character that cannot be seen. Remove it.')
  }
  if (rules.oddities === 'snowflake' && part.startsWith('->>')) {
    throw queryError('The query contains ->>, which begins another statement.')
  }
  return start + 1
}

/**
 * Services end a number before letters that are no part of it, so that `1e5into` is a number and a word. Numbers and
 * words must therefore be apart.
 */
function endOfNumber(part: string, start: number): number {
  const [number = ''] = /^(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)/.exec(part) ?? []
  if (/^[\p{L}\p{M}_$]/u.test(part.slice(number.length))) {
    throw queryError(
      'The query has a number that is followed by letters. Put a space between them, or quote the name.',
    )
  }
  return start + number.length
}

type WordPlace = { readonly rules: StatementRules; readonly word: string }

/** Oracle has texts such as q'[it's]', whose end is not that of other texts. */
function assertNoQuoteWord(statement: string, end: number, { rules, word }: WordPlace): void {
  if (rules.oddities !== 'oracle' || !/^n?q$/i.test(word) || statement[end] !== "'") return
  throw queryError("The query has a text such as q'[…]'. Write it as '…', with doubled marks.")
}

type QuoteContext = { readonly rules: StatementRules; readonly lastToken: Token | undefined }

/** Returns the end of the text, quoted name or comment that begins at an index; `undefined` if none does. */
function findQuotedEnd(
  statement: string,
  start: number,
  { rules, lastToken }: QuoteContext,
): number | undefined {
  const commentEnd = findCommentEnd(statement, start, rules)
  if (commentEnd !== undefined) return commentEnd
  const quote = findQuote(statement, start, rules)
  if (!quote) return findDollarEnd(statement, start, rules)
  const isMarked = lastToken?.kind === 'word' && /^e$/.test(lastToken.text)
  const hasEscapes =
    quote.backslash === 'always' ||
    (quote.backslash === 'marked' && isMarked && lastToken.start + 1 === start)
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

/** PostgreSQL has texts such as $$…$$ and $tag$…$tag$; a dollar sign inside of a word begins none. */
function findDollarEnd(
  statement: string,
  start: number,
  { dollarTexts }: StatementRules,
): number | undefined {
  if (dollarTexts === 'none' || statement[start] !== '$') return undefined
  if (/[\p{L}\p{N}_$]/u.test(statement[start - 1] ?? '')) return undefined
  const opening =
    dollarTexts === 'plain'
      ? /^\$\$/.exec(statement.slice(start, start + 2))
      : /^\$(?:[\p{L}_][\p{L}\p{N}_]{0,62})?\$/u.exec(statement.slice(start, start + 70))
  if (!opening) return undefined
  if (dollarTexts === 'refused') {
    throw queryError('The query has a text in $$. Write it in single quotation marks.')
  }
  return endOf(statement, start + opening[0].length, opening[0])
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
