/** How a form of parts begins: a boundary of at most 70 characters, and what the first part is. */
const opening = /^--([^\r\n]{1,70})\r\ncontent-disposition: ?form-data;/i
const endOfHead = Buffer.from('\r\n\r\n')
/** Bytes: a head of a part that is longer than this is none. */
const maxHead = 16_384

/**
 * Yields the first file of a form of parts, and any other body as it is. Clients that send documents as a body may put them into a form
 * all the same, whatever content type they state.
 */
export async function* contentOfForm(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const rest = await readHead(chunks, Buffer.alloc(0))
  const boundary = opening.exec(headOf(rest))?.[1]
  if (boundary === undefined) {
    yield rest
    yield* restOf(chunks)
    return
  }
  yield* firstFile(chunks, rest, Buffer.from(`\r\n--${boundary}`))
}

async function* firstFile(
  chunks: Chunks,
  start: Buffer,
  delimiter: Buffer,
): AsyncGenerator<Uint8Array> {
  let rest = start
  while (rest.indexOf(endOfHead) >= 0) {
    const head = headOf(rest)
    const part = openPart(chunks, rest.subarray(head.length + endOfHead.length), delimiter)
    if (isFile(head)) {
      yield* part.bytes()
      // The sender gets a reply only when all of the body was taken.
      return await drain(restOf(chunks))
    }
    await drain(part.bytes())
    rest = await readHead(chunks, part.rest())
  }
}

/** Whether a part has the name of a file. */
function isFile(head: string): boolean {
  const lines = head.toLowerCase().split('\r\n')
  const disposition = lines.find((line) => line.startsWith('content-disposition:'))
  return disposition?.includes('; filename') ?? false
}

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

type Chunks = AsyncIterator<Uint8Array>

async function* restOf(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

/** Reads on until a head of a part is there; not at all where none begins. */
async function readHead(chunks: Chunks, bytes: Buffer): Promise<Buffer> {
  let head = bytes
  while (head.length < maxHead && mayBeHead(head) && head.indexOf(endOfHead) < 0) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}

function mayBeHead(bytes: Buffer): boolean {
  return bytes.length < 2 || bytes.subarray(0, 2).toString('latin1') === '--' || bytes[0] === 0x0d
}

function headOf(bytes: Buffer): string {
  const end = bytes.indexOf(endOfHead)
  return end < 0 || end > maxHead ? '' : bytes.subarray(0, end).toString('latin1')
}

/** The bytes up to a delimiter, and then what was read behind it. */
function openPart(chunks: Chunks, start: Buffer, delimiter: Buffer) {
  let rest = start
  /** Takes what certainly belongs to the part. */
  function takeSafe(): Uint8Array {
    // The delimiter may begin at the end of what is there.
    const length = Math.max(0, rest.length - delimiter.length)
    const safe = rest.subarray(0, length)
    rest = rest.subarray(length)
    return safe
  }
  return {
    rest: () => rest,
    async *bytes(): AsyncGenerator<Uint8Array> {
      while (rest.indexOf(delimiter) < 0) {
        const next = await chunks.next()
        if (next.done) break
        yield takeSafe()
        rest = Buffer.concat([rest, next.value])
      }
      const end = rest.indexOf(delimiter)
      yield end < 0 ? rest : rest.subarray(0, end)
      rest = end < 0 ? Buffer.alloc(0) : rest.subarray(end + delimiter.length)
    },
  }
}
