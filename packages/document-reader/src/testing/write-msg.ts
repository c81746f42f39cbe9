import { createRequire } from 'node:module'

type Entry = {
  readonly name: string
  /** 1: folder; 2: stream; 5: root. */
  readonly type: number
  readonly length: number
  readonly binaryProvider?: () => Uint8Array
  readonly children?: readonly number[]
}

// The writer of compound files is no part of the library's front door.
const { burn } = createRequire(import.meta.url)('@kenjiuno/msgreader/lib/Burner.js') as {
  burn: (entries: readonly Entry[]) => Uint8Array
}

/** A folder of an OLE compound file: streams and folders by name. */
export type Folder = { readonly [name: string]: Uint8Array | Folder }

export function writeOle(root: Folder): Uint8Array {
  const entries: Entry[] = []
  add('Root Entry', root, 5)
  return burn(entries)

  function add(name: string, content: Uint8Array | Folder, type: number): number {
    const index = entries.length
    if (content instanceof Uint8Array) {
      entries.push({
        name,
        type: 2,
        binaryProvider: () => new Uint8Array(content),
        length: content.length,
      })
      return index
    }
    const children: number[] = []
    entries.push({ name, type, length: 0, children })
    for (const [key, value] of Object.entries(content)) children.push(add(key, value, 1))
    return index
  }
}

type Person = { readonly name: string; readonly address: string }
type Message = {
  readonly from: Person
  readonly to: Person
  readonly subject: string
  readonly body: string
  readonly attachments?: readonly { readonly name: string; readonly content: string | Message }[]
}

/** An Outlook message with unicode properties. */
export function writeMsg(message: Message): Uint8Array {
  return writeOle({ ...messageFolder(message, 32), '__nameid_version1.0': {} })
}

function messageFolder(message: Message, headBytes: number): Folder {
  const attachments = message.attachments ?? []
  return {
    '__properties_version1.0': new Uint8Array(headBytes),
    '__substg1.0_001A001F': text('IPM.Note'),
    '__substg1.0_0037001F': text(message.subject),
    '__substg1.0_0C1A001F': text(message.from.name),
    '__substg1.0_5D01001F': text(message.from.address),
    '__substg1.0_1000001F': text(message.body),
    '__recip_version1.0_#00000000': {
      '__properties_version1.0': new Uint8Array(8),
      '__substg1.0_3001001F': text(message.to.name),
      '__substg1.0_39FE001F': text(message.to.address),
    },
    ...Object.fromEntries(
      attachments.map(({ name, content }, i) => [
        `__attach_version1.0_#0000000${i}`,
        {
          '__properties_version1.0': new Uint8Array(8),
          '__substg1.0_3707001F': text(name),
          ...(typeof content === 'string'
            ? { '__substg1.0_37010102': Buffer.from(content) }
            : { '__substg1.0_3701000D': messageFolder(content, 24) }),
        },
      ]),
    ),
  }
}

function text(value: string): Uint8Array {
  return Buffer.from(value, 'utf16le')
}
