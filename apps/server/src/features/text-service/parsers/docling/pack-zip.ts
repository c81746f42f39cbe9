import { crc32 } from 'node:zlib'

export type ZipEntry = { readonly name: string; readonly text: string }

/** UTF-8 names. */
const flags = 0x0800
/** The first day that a ZIP file can name, so that equal contents make equal files. */
const dosDate = 0x0021

/** Packs texts into a ZIP file, without compression. */
export function packZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const nameBytes = Buffer.from(name)
    const bytes = Buffer.from(text)
    const facts = describeEntry(nameBytes, bytes)
    const local = Buffer.concat([signature(0x04034b50), facts, nameBytes, bytes])
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(0x02014b50), uint16(20), facts, central, nameBytes]))
    parts.push(local)
    offset += local.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directoryBytes, signature(0x06054b50), end])
}

/** The fields that the entry and its line in the directory share. */
function describeEntry({ length: nameLength }: Buffer, bytes: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(flags, 2)
  facts.writeUInt16LE(dosDate, 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(nameLength, 22)
  return facts
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
