import type { EmbeddedData, EmbeddedPlace } from '@recto/document-text/embedded'
import { ReadError } from '@recto/document-text/read-error'
import type { ReadOptions } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import { cacheImageData } from './embedded/cache-image-data.ts'
import { joinData } from './embedded/join-data.ts'
import type { Engines } from './engines.ts'
import type { FileOptions } from './inspect-document.ts'
import { type DocumentPart, planDocument } from './plan-document.ts'
import { settleOptions } from './read-request.ts'

const noData: EmbeddedData = { values: [], problems: [] }

/**
 * Returns the machine-readable data of a document. Throws `ReadError` for one that cannot be
 * opened.
 */
export async function readEmbedded(
  engines: Engines,
  bytes: Uint8Array,
  { name, password, signal, cacheScope }: FileOptions & Pick<ReadOptions, 'cacheScope'>,
): Promise<EmbeddedData> {
  const { pdf, maxBytes, trustedCertificates } = engines
  const file = checkInput({ bytes, maxBytes, name })
  switch (documentKind(file.type.type)) {
    case 'pdf':
      return pdf.run(
        'embedded',
        { bytes: file.bytes, name, password },
        { trustedCertificates, cacheScope },
        signal,
      )
    case 'image':
      return readImageOnce(engines, file, { cacheScope, signal })
    case 'set':
      return readPartsEmbedded(engines, file, { name, signal, cacheScope })
    case 'old-office':
      return noData
  }
}

/** Joins the data of a document and of the files inside it. */
async function readPartsEmbedded(
  engines: Engines,
  file: DetectedFile,
  { name, signal, cacheScope }: PartsOptions,
): Promise<EmbeddedData> {
  const ownData = await engines.converter.embedded(file, signal)
  if (!mayContainData(file)) return ownData
  const { parts } = await planDocument(engines, file, settleOptions({ name, signal }))
  const embedded = [ownData]
  for (const part of parts.slice(1)) {
    // Its mail has read it.
    if (part.isMailed && part.file.type.type === 'xml') continue
    const data = await readPartEmbedded(engines, part, { signal, cacheScope }).catch(noDataOfPart)
    embedded.push(placeData(data, part))
  }
  return joinData(embedded)
}

/** The warnings of the text name an attachment that cannot be opened. */
function noDataOfPart(error: unknown): EmbeddedData {
  if (error instanceof ReadError) return noData
  throw error
}

const mayContainData = ({ type }: DetectedFile) => type.type === 'eml' || type.type === 'msg'

async function readPartEmbedded(
  { pdf, converter, trustedCertificates }: Engines,
  { file, isConverted = false }: DocumentPart,
  { signal, cacheScope }: ImageOptions,
): Promise<EmbeddedData> {
  if (isConverted) return noData
  switch (documentKind(file.type.type)) {
    case 'pdf': {
      const order = { trustedCertificates, cacheScope }
      return pdf.run('embedded', { bytes: file.bytes, name: file.name }, order, signal)
    }
    default:
      return converter.embedded(file, signal)
  }
}

/** Data of a part as data of the document: pages count from its first one, and the name of the part is added. */
function placeData({ values, lines, problems }: EmbeddedData, part: DocumentPart): EmbeddedData {
  const name = part.path.join(' › ')
  const toDocumentPlace = <Item extends { readonly place: EmbeddedPlace }>(item: Item): Item => {
    const { page, attachment, ...place } = item.place
    return {
      ...item,
      place: {
        ...place,
        attachment: attachment === undefined ? name : `${name} › ${attachment}`,
        ...omitUndefined({ page: page === undefined ? undefined : page + part.firstPage }),
      },
    }
  }
  return {
    values: values.map(toDocumentPlace),
    problems: problems.map(toDocumentPlace),
    ...omitUndefined({
      lines: lines?.map((line) => ({
        ...toDocumentPlace(line),
        values: line.values.map(toDocumentPlace),
      })),
    }),
  }
}

type PartsOptions = ImageOptions & { readonly name: string | undefined }

type ImageOptions = {
  readonly cacheScope: string | undefined
  readonly signal: AbortSignal | undefined
}

/** An image that comes again, such as a form that was sent twice, is not opened again. */
async function readImageOnce(
  { converter, imageData }: Engines,
  file: DetectedFile,
  { cacheScope, signal }: ImageOptions,
): Promise<EmbeddedData> {
  const cachedData = cacheImageData(imageData, cacheScope, file.bytes)
  const earlierData = cachedData.get()
  if (earlierData) return earlierData
  const data = await converter.embedded(file, signal)
  cachedData.set(data)
  return data
}
