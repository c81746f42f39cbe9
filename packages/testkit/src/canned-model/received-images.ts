import { createHash } from 'node:crypto'

type JsonObject = Readonly<Record<string, unknown>>

/** An image as a client has sent it. */
export type ReceivedImage = {
  readonly mediaType: string
  readonly digest: string
  readonly bytes: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Whether all text of the request comes after it. */
  readonly isBeforeText: boolean
}

/** The documented limits of a service. */
type ImageRules = {
  readonly maxCount: number
  /** The limit of one image, before it is encoded. */
  readonly maxBytes: number
  readonly maxSide: number
}

type ImageData = { readonly mediaType: string; readonly base64: string }

/** Returns the data of a part that is an image, a complaint about one of the wrong form, or `undefined` for other parts. */
type ReadPart = (part: JsonObject) => ImageData | string | undefined

type ReceivedImages = {
  readonly images: readonly ReceivedImage[]
  /** The first reason why the service refuses the images. */
  readonly imageComplaint?: string
}

const knownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Reads the images of a request, and checks them as the service does. */
export function readImages(parts: unknown, readPart: ReadPart, rules: ImageRules): ReceivedImages {
  const list = Array.isArray(parts) ? (parts as readonly JsonObject[]) : []
  const firstText = list.findIndex(({ text }) => typeof text === 'string')
  const imagesOrComplaints = list
    .map((part, index) => {
      const data = readPart(part)
      const isBeforeText = firstText === -1 || index < firstText
      return typeof data === 'object' ? describeImage(data, isBeforeText) : data
    })
    .filter((image) => image !== undefined)
  const images = imagesOrComplaints.filter((image) => typeof image !== 'string')
  const complaints = [
    ...imagesOrComplaints.filter((image) => typeof image === 'string'),
    ...images.flatMap((image) => findComplaint(image, rules) ?? []),
    ...(images.length > rules.maxCount ? [`More than ${rules.maxCount} images were sent.`] : []),
  ]
  const [imageComplaint] = complaints
  return imageComplaint === undefined ? { images } : { images, imageComplaint }
}

function findComplaint(
  { mediaType, bytes, width, height }: ReceivedImage,
  { maxBytes, maxSide }: ImageRules,
): string | undefined {
  if (!knownTypes.includes(mediaType)) return `Images of type ${mediaType} are not accepted.`
  if (bytes > maxBytes) return `An image has ${bytes} bytes, and at most ${maxBytes} are accepted.`
  if (Math.max(width, height) > maxSide)
    return `An image has ${width} × ${height} pixels, and at most ${maxSide} are accepted.`
  return undefined
}

/** Returns a complaint about data that is no image of the stated type. */
function describeImage(
  { mediaType, base64 }: ImageData,
  isBeforeText: boolean,
): ReceivedImage | string {
  const content = Buffer.from(base64, 'base64')
  if (content.toString('base64') !== base64) return 'An image is not valid base64.'
  const size = mediaType === 'image/jpeg' ? measureJpeg(content) : { width: 0, height: 0 }
  if (!size) return 'An image is not a valid JPEG.'
  const digest = createHash('sha256').update(content).digest('hex')
  return { mediaType, digest, bytes: content.length, ...size, isBeforeText }
}

const startOfImage = 0xff_d8
/** Segments that state the size: of baseline and of progressive images. */
const sizeMarkers = [0xff_c0, 0xff_c1, 0xff_c2]

function measureJpeg(content: Buffer): { width: number; height: number } | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== startOfImage) return undefined
  for (let start = 2; start + 9 < content.length; start += 2 + content.readUInt16BE(start + 2)) {
    if (sizeMarkers.includes(content.readUInt16BE(start)))
      return { height: content.readUInt16BE(start + 5), width: content.readUInt16BE(start + 7) }
  }
  return undefined
}

/** Reads an address such as `data:image/jpeg;base64,…`. */
export function readDataAddress(address: unknown): ImageData | string {
  const [head = '', base64 = ''] = String(address).split(',', 2)
  const mediaType = /^data:([a-z/]+);base64$/.exec(head)?.[1]
  return mediaType ? { mediaType, base64 } : 'An image has no data address.'
}

const megabyte = 1_000_000

/** These are the limits that the services document. */
export const imageRules = {
  anthropic: { maxCount: 100, maxBytes: 3.75 * megabyte, maxSide: 8000 },
  bedrock: { maxCount: 20, maxBytes: 3.75 * megabyte, maxSide: 8000 },
  google: { maxCount: 3000, maxBytes: 7 * megabyte, maxSide: 20_000 },
  mistral: { maxCount: 8, maxBytes: 10 * megabyte, maxSide: 20_000 },
  ollama: { maxCount: 100, maxBytes: 20 * megabyte, maxSide: 20_000 },
  openai: { maxCount: 500, maxBytes: 20 * megabyte, maxSide: 20_000 },
} as const satisfies Readonly<Record<string, ImageRules>>
