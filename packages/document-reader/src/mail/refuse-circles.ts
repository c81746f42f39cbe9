const endOfChain = -2
const noEntry = -1
const entryBytes = 128
const smallSectorBytes = 64
/** What is shorter lies in small sectors. */
const leastBytesInSectors = 4096
const tablesInHeader = 109

const storage = 1
const stream = 2

/** Sectors that hold a table, in order: it says of each sector which one follows. */
type Table = readonly number[]

/**
 * Refuses a compound file ([MS-CFB]) whose sectors or entries lead in circles, or which claims more of them than
 * its bytes hold: whoever follows them would never come to an end.
 */
export function refuseCircles(bytes: Uint8Array): void {
  const file = new CompoundFile(bytes)
  const table = file.readTable()
  const smallTable = file.chainOf(file.numberAt(0x3c), table).slice(0, file.numberAt(0x40))
  const directory = file.chainOf(file.numberAt(0x30), table)
  const seen = new Set<number>()
  const waiting = [0]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const at = file.entryAt(index, directory)
    if (at === undefined) continue
    if (seen.has(index)) throw new Error('Its entries lead in circles.')
    seen.add(index)
    if (index === 0) file.chainOf(file.numberAt(at + 116), table)
    else file.passStream(at, smallTable)
    waiting.push(...file.entriesFrom(at, index === 0))
  }
}

class CompoundFile {
  readonly #view: DataView
  readonly #sectorBytes: number
  readonly #sectors: number
  /** Each sector belongs to one chain, so all chains together are no longer than the file. */
  #left: number

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#sectorBytes = this.#view.getUint8(30) === 0x0c ? 4096 : 512
    this.#sectors = Math.ceil(bytes.byteLength / this.#sectorBytes)
    this.#left = this.#sectors + Math.ceil(bytes.byteLength / smallSectorBytes)
  }

  numberAt(at: number): number {
    const isInside = at >= 0 && at + 4 <= this.#view.byteLength
    return isInside ? this.#view.getInt32(at, true) : endOfChain
  }

  /** The table of all sectors: its first parts are listed in the header, others in sectors of their own. */
  readTable(): Table {
    const count = this.#countAt(0x2c)
    const table: number[] = []
    for (let index = 0; index < Math.min(count, tablesInHeader); index++) {
      table.push(this.numberAt(0x4c + 4 * index))
    }
    const listed = this.#perSector - 1
    let further = this.numberAt(0x44)
    for (let left = this.#countAt(0x48); left > 0 && further >= 0; left--) {
      const start = this.#offsetOf(further)
      for (let at = 0; at < listed && table.length < count; at++) {
        table.push(this.numberAt(start + 4 * at))
      }
      further = this.numberAt(start + 4 * listed)
    }
    return table
  }

  chainOf(start: number, table: Table): number[] {
    const chain: number[] = []
    for (let at = start; at !== endOfChain; at = this.#nextOf(at, table)) {
      this.#spend(1)
      chain.push(at)
    }
    return chain
  }

  /** Where an entry of the directory begins; undefined where there is none. */
  entryAt(index: number, directory: Table): number | undefined {
    const perDirectory = this.#sectorBytes / entryBytes
    const sector = directory[Math.floor(index / perDirectory)]
    if (sector === undefined) return undefined
    const at = this.#offsetOf(sector) + (index % perDirectory) * entryBytes
    return at + entryBytes <= this.#view.byteLength && at >= 0 ? at : undefined
  }

  /** The sectors that the entry's content takes, if it has any. */
  passStream(at: number, smallTable: Table): void {
    const size = this.numberAt(at + 120)
    if (this.#view.getUint8(at + 66) !== stream || size === 0) return
    if (size >= leastBytesInSectors) this.#spend(Math.ceil(size / this.#sectorBytes))
    else this.chainOf(this.numberAt(at + 116), smallTable)
  }

  /** The entries on both sides of one and the first one in it. The root has none beside it. */
  entriesFrom(at: number, isRoot: boolean): number[] {
    const beside = isRoot ? [] : [this.numberAt(at + 68), this.numberAt(at + 72)]
    const isFolder = isRoot || this.#view.getUint8(at + 66) === storage
    const inside = isFolder ? [this.numberAt(at + 76)] : []
    return [...beside, ...inside].filter((index) => index !== noEntry)
  }

  get #perSector(): number {
    return this.#sectorBytes / 4
  }

  #offsetOf(sector: number): number {
    return (sector + 1) * this.#sectorBytes
  }

  #countAt(at: number): number {
    const count = this.numberAt(at)
    if (count < 0 || count > this.#sectors) throw new Error('It has more tables than sectors.')
    return count
  }

  #nextOf(sector: number, table: Table): number {
    const holder = table[Math.floor(sector / this.#perSector)]
    if (holder === undefined) return endOfChain
    return this.numberAt(this.#offsetOf(holder) + 4 * (sector % this.#perSector))
  }

  #spend(count: number): void {
    this.#left -= count
    if (this.#left < 0) throw new Error('Its sectors lead in circles.')
  }
}
