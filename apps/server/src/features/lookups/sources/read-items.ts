import { lookupSourceLimits } from '@recto/contract/lookups/lookup-sources'
import { toPlainDigits } from '@recto/exact-json/exact-number'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'

/** A reply that is not a JSON list of objects; the message says why. */
export class ItemsError extends Error {
  override readonly name = 'ItemsError'
}

/** Numbers keep all their digits. */
class ExactTokenizer extends Tokenizer {
  override parseNumber(text: string): number {
    return parseExactJson(text) as number
  }
}

const { bytesOfItem: maxBytesOfItem, depthOfItem: maxDepth } = lookupSourceLimits

const isOpening = (token: TokenType): boolean =>
  token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
const isClosing = (token: TokenType): boolean =>
  token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET

type Item = Readonly<Record<string, unknown>>

/**
 * Yields the objects of a list inside of a JSON text as they arrive. The path has the names of the fields that lead to
 * the list, with dots; it is empty if the text itself is the list.
 */
export async function* readItems(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Item> {
  const place = path === '' ? 'The reply' : `“${path}” in the reply`
  const tokenizer = new ExactTokenizer({ stringBufferSize: 64 * 1024 })
  const parser = new TokenParser({
    paths: [path === '' ? '$.*' : `$.${path}.*`],
    keepStack: false,
  })
  let items: Item[] = []
  let itemCount = 0
  const fail = (error: Error) => {
    if (error instanceof ItemsError) throw error
    throw new ItemsError(`The reply is not JSON: ${error.message.split('\n', 1)[0]?.slice(0, 200)}`)
  }
  let depth = 0
  tokenizer.onToken = (token) => {
    if (isOpening(token.token)) depth += 1
    else if (isClosing(token.token)) depth -= 1
    if (depth > maxDepth) throw new ItemsError(`${place} is nested more than ${maxDepth} deep.`)
    parser.write(token)
  }
  tokenizer.onError = fail
  parser.onError = fail
  // The parser ends when the outermost value does; what follows it is an error of the tokenizer.
  parser.onEnd = () => tokenizer.end()
  tokenizer.onEnd = () => {}
  parser.onValue = ({ value, parent }) => {
    if (!Array.isArray(parent)) throw new ItemsError(`${place} is not a list.`)
    itemCount += 1
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ItemsError(`Item ${itemCount} of the list is not an object.`)
    }
    items.push(value as unknown as Item)
  }
  let bytesOfItem = 0
  for await (const chunk of chunks) {
    tokenizer.write(chunk)
    // A chunk is small, so that counting whole ones is exact enough.
    bytesOfItem = items.length > 0 ? 0 : bytesOfItem + chunk.length
    if (bytesOfItem > maxBytesOfItem) {
      throw new ItemsError(`An item has more than ${maxBytesOfItem / 1024 / 1024} MB.`)
    }
    yield* items
    items = []
  }
  if (!parser.isEnded) throw new ItemsError('The reply ends in the middle of the JSON.')
  if (itemCount === 0) {
    throw new ItemsError(`${place} is not a list of objects, or the list is empty.`)
  }
}

/** Returns a value as the text of a cell. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return toPlainDigits(value)
  return typeof value === 'object' ? objectText(value) : String(value)
}

function objectText(value: object): string {
  const text = JSON.stringify(value)
  // A number of many digits is an object that JSON writes without quotation marks.
  return typeof text === 'string' ? text : String(value)
}
