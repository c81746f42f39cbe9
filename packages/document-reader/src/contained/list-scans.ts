import { posix } from 'node:path'
import { ReadError } from '@recto/document-text/read-error'
import { detectType } from '../detect/detect-type.ts'
import type { DetectedFile, FileType } from '../detect/file-type.ts'
import { toGrey } from '../images/grey-image.ts'
import { measureImage } from '../images/measure-image.ts'
import { readFrame } from '../images/read-image.ts'
import { findInk } from '../ocr/picture/find-ink.ts'
import { findTextLines } from '../ocr/picture/find-text-lines.ts'
import { readRelations } from '../office/parts/office-part.ts'
import { openZip, type Zip } from '../office/parts/open-zip.ts'
import type { ContainedFile, ContainedFiles } from './contained-files.ts'

type OfficeFile = { readonly file: DetectedFile; readonly wordCount: number }

/** More are not read, because each has to be decoded; beyond the second, the size of no picture is looked at either. */
const maxPictures = 50
const maxMeasured = 2_000
/** Pixels: letters of a page are unreadable in fewer. */
const minPixels = 300_000
/** Pages with fewer words say nothing themselves, so that their pictures are what there is to read. */
const minOwnWords = 20
/** A picture in a document with text of its own is a page if it has so many lines of text; a photo or a logo has none. */
const minLines = 8

const pathLists: { readonly [type in FileType]?: (zip: Zip) => string[] } = {
  docx: (zip) => referencedPictures(zip, mainPart(zip) ?? 'word/document.xml'),
  pptx: (zip) => slides(zip).flatMap((slide) => referencedPictures(zip, slide)),
  odt: (zip) => linkedPictures(zip),
  odp: (zip) => linkedPictures(zip),
}

/**
 * Lists the scanned pages in a text document or a presentation, in the order in which it shows them. The reader
 * recognises each as a page of its own.
 */
export async function listScans({ file, wordCount }: OfficeFile): Promise<ContainedFiles> {
  const listPaths = pathLists[file.type.type]
  if (!listPaths) return { files: [], warnings: [] }
  const zip = openZip(file.bytes)
  const files: ContainedFile[] = []
  const paths = [...new Set(listPaths(zip))]
  let largeCount = 0
  let lookCount = 0
  for (const path of paths.slice(0, maxMeasured)) {
    const bytes = readPicture(zip, path)
    if (!bytes || (await measureImage(bytes)) < minPixels) continue
    largeCount++
    if (lookCount === maxPictures) continue
    lookCount++
    if (wordCount < minOwnWords || (await hasLines(bytes)))
      files.push({ name: posix.basename(path), bytes })
  }
  const unmeasuredCount = paths.length - maxMeasured
  const unreadCount = largeCount - lookCount
  return { files, warnings: describeRest({ unreadCount, unmeasuredCount }) }
}

type RestCounts = { readonly unreadCount: number; readonly unmeasuredCount: number }

function describeRest({ unreadCount, unmeasuredCount }: RestCounts): readonly string[] {
  const warnings: string[] = []
  if (unreadCount > 0)
    warnings.push(
      `The document has more than ${maxPictures} large pictures: the other ${unreadCount} were not read.`,
    )
  const limit = maxMeasured.toLocaleString('en')
  if (unmeasuredCount > 0)
    warnings.push(
      `The document has more than ${limit} pictures: the last ${unmeasuredCount} were not looked at.`,
    )
  return warnings
}

function textOf(zip: Zip, path: string): string {
  return Buffer.from(zip.read(path) ?? []).toString('utf8')
}

function mainPart(zip: Zip): string | undefined {
  return [...readRelations(zip, '').values()].find(({ type }) => type === 'officeDocument')?.path
}

function slides(zip: Zip): string[] {
  const deck = mainPart(zip) ?? 'ppt/presentation.xml'
  const relations = readRelations(zip, deck)
  return [...textOf(zip, deck).matchAll(/<(?:\w+:)?sldId\s[^<>]*?\br:id="([^"]+)"/g)]
    .map(([, id = '']) => relations.get(id)?.path)
    .filter((path) => path !== undefined)
}

/** Pictures by the order of their first reference; the relations of a part are in no order. */
function referencedPictures(zip: Zip, path: string): string[] {
  const relations = readRelations(zip, path)
  return [...textOf(zip, path).matchAll(/\br:(?:embed|id|pict)="([^"]+)"/g)]
    .map(([, id = '']) => relations.get(id))
    .filter((relation) => relation?.type === 'image')
    .map((relation) => relation?.path ?? '')
}

function linkedPictures(zip: Zip): string[] {
  const links = textOf(zip, 'content.xml').matchAll(/\bxlink:href="(?:\.\/)?(Pictures\/[^"]+)"/g)
  return [...links].map(([, path = '']) => path)
}

/** Returns nothing for a picture that is missing or damaged: the text of the document does not depend on it. */
function readPicture(zip: Zip, path: string): Uint8Array | undefined {
  try {
    return zip.read(path)
  } catch (error) {
    if (error instanceof ReadError) return undefined
    throw error
  }
}

async function hasLines(bytes: Uint8Array): Promise<boolean> {
  try {
    const { image } = await readFrame({ bytes, type: detectType(bytes) }, 0)
    return findTextLines(await findInk(toGrey(image))).length >= minLines
  } catch (error) {
    if (error instanceof ReadError) return false
    throw error
  }
}
