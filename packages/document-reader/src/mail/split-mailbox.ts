/** The line before a message: its sender and when it came, as `asctime` of C writes it, with a time zone in some programs. */
const separator =
  /From \S{1,300} {1,4}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d [\d:]{5,8} [^\r\n]{4,40}(?:\r\n|\n)/y
const head = 'From '
/** More than are read of one document, so that the reader says that there are others. */
const maxMessages = 200

/**
 * Returns the messages of a mailbox (RFC 4155), or the bytes as they are where no mailbox begins. A line that looks like a
 * separator begins a message only after a blank line and before a header.
 */
export function splitMailbox(
  bytes: Uint8Array,
): readonly [first: Uint8Array, ...further: Uint8Array[]] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!separatorAt(file, 0)) return [bytes]
  const starts = [0]
  while (starts.length < maxMessages) {
    const start = nextMessage(file, starts.at(-1)! + head.length)
    if (start === undefined) break
    starts.push(start)
  }
  const [first = bytes, ...further] = starts.map((start, i) =>
    messageIn(file, start, starts[i + 1]),
  )
  return [first, ...further]
}

function nextMessage(file: Buffer, from: number): number | undefined {
  const next = (start: number) => file.indexOf(`\n${head}`, start)
  for (let offset = next(from); offset >= 0; offset = next(offset + 1)) {
    const lineEnd = file.toString('latin1', Math.max(0, offset - 2), offset)
    if (/\n\r?$/.test(lineEnd) && separatorAt(file, offset + 1)) return offset + 1
  }
  return undefined
}

const maxSeparatorLength = 400
const maxHeaderLength = 100

/** Returns the length of the separator that stands there before a header. */
function separatorAt(file: Buffer, offset: number): number | undefined {
  const text = file.toString('latin1', offset, offset + maxSeparatorLength + maxHeaderLength)
  separator.lastIndex = 0
  const line = separator.exec(text)?.[0]
  return line && /^[\w-]+:/.test(text.slice(line.length)) ? line.length : undefined
}

/** Programs write a `>` before each line that would look like a separator. */
function messageIn(file: Buffer, start: number, end: number | undefined): Uint8Array {
  const message = file.subarray(start + (separatorAt(file, start) ?? 0), end)
  if (!message.includes(`>${head}`)) return message
  return Buffer.from(message.toString('latin1').replaceAll(/^>(>*From )/gm, '$1'), 'latin1')
}
