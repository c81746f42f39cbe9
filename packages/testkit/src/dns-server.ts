import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsServer = {
  /** Address and port. */
  readonly address: string
  /** Texts by name. Names with an empty list get no answer at all, and others do not exist. */
  readonly texts: Map<string, readonly string[]>
  stop(): Promise<void>
}

const headerBytes = 12
const textType = 16

/** A name server that knows a few texts. */
export async function startDnsServer(): Promise<DnsServer> {
  const texts = new Map<string, readonly string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, sender) => {
    const { name, end } = readName(query)
    const values = texts.get(name)
    if (values?.length === 0) return
    const isKnown = values !== undefined && query.readUInt16BE(end) === textType
    const header = Buffer.from(query.subarray(0, headerBytes))
    header.writeUInt16BE(values === undefined ? 0x81_83 : 0x81_80, 2)
    header.writeUInt16BE(isKnown ? values.length : 0, 6)
    header.fill(0, 8)
    const answers = isKnown ? values.map(writeText) : []
    const reply = Buffer.concat([header, query.subarray(headerBytes, end + 4), ...answers])
    socket.send(reply, sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    texts,
    address: `127.0.0.1:${socket.address().port}`,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let position = headerBytes
  for (let length = query[position] ?? 0; length > 0; length = query[position] ?? 0) {
    labels.push(query.toString('latin1', position + 1, position + 1 + length))
    position += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: position + 1 }
}

/** A text of any length travels in pieces. */
function writeText(text: string): Buffer {
  const pieces = (text.match(/.{1,255}/g) ?? []).map((piece) =>
    Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]),
  )
  const data = Buffer.concat(pieces)
  const head = Buffer.alloc(12)
  // The name is the one of the question.
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(textType, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
