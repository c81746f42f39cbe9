import type { ExtractedValues } from '@recto/contract/text-service/extract-by-schema'
import type { LayoutBlock } from '@recto/document-text/blocks/block'
import type { HandwritingEntry } from '@recto/document-text/handwriting'
import type { WordConfidence } from '@recto/document-text/layout/confidence-metadata'
import type { LineTableRow } from '@recto/document-text/layout/line-table'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { SplitPages } from '@recto/extraction/split-pages'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { organizationFolder } from '../../../platform/files/organization-folder.ts'

type ResultFilesDependencies = Pick<Context, 'files'>
type ResultOwner = Pick<Tenant, 'organizationId'>

/** Result of a job. */
export type TextResult = {
  readonly text: string
  /** The words with a confidence below 0.9, for each line of the text. */
  readonly confidence: readonly (readonly WordConfidence[])[]
  /** Present only for jobs with line numbers; otherwise empty. */
  readonly lines: readonly LineTableRow[]
  /** Sentences for people that say what of the document is not in its text, or what is odd about it. */
  readonly warnings?: readonly string[]
  /** The regions that look handwritten; absent if there are none. */
  readonly handwriting?: readonly HandwritingEntry[]
  /** Present only for jobs that request blocks. */
  readonly pages?: readonly PageBlocks[]
  /** Present only for jobs that split a file. */
  readonly split?: SplitPages
}

/** Content of one page. */
export type PageBlocks = {
  /** Zero-based. */
  readonly number: number
  /** In points, as displayed. */
  readonly width: number
  readonly height: number
  /** Text in the layout of the page. */
  readonly text: string
  readonly blocks: readonly LayoutBlock[]
}

const jobFolder = ({ organizationId }: ResultOwner, jobId: string) =>
  `${organizationFolder('text-service', organizationId)}/${jobId}`
const textPath = (owner: ResultOwner, jobId: string) => `${jobFolder(owner, jobId)}/text.json`
const pagesPath = (owner: ResultOwner, jobId: string) => `${jobFolder(owner, jobId)}/pages.json`
const splitPath = (owner: ResultOwner, jobId: string) => `${jobFolder(owner, jobId)}/split.json`
const valuesPath = (owner: ResultOwner, jobId: string) => `${jobFolder(owner, jobId)}/values.json`
const linesPath = (owner: ResultOwner, jobId: string) => `${jobFolder(owner, jobId)}/lines.json`

export async function storeResult(
  { files }: ResultFilesDependencies,
  owner: ResultOwner,
  { jobId, result }: { readonly jobId: string; readonly result: TextResult },
): Promise<void> {
  const { text, confidence, lines, pages, warnings, split } = result
  if (split) await files.write(splitPath(owner, jobId), JSON.stringify(split))
  if (pages) await files.write(pagesPath(owner, jobId), JSON.stringify(pages))
  await files.write(linesPath(owner, jobId), JSON.stringify(lines))
  const storedText = { text, confidence, warnings, handwriting: result.handwriting }
  await files.write(textPath(owner, jobId), JSON.stringify(storedText))
}

/** Returns the result of a job; `undefined` when its text was deleted. */
export async function findResult(
  ctx: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<TextResult | undefined> {
  const storedText = await readJson(ctx, textPath(owner, jobId))
  if (storedText === undefined) return undefined
  return { ...(storedText as Omit<TextResult, 'lines'>), lines: await findLines(ctx, owner, jobId) }
}

/** Returns the table of lines, which remains after the text was deleted. */
export async function findLines(
  ctx: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<LineTableRow[]> {
  return ((await readJson(ctx, linesPath(owner, jobId))) ?? []) as LineTableRow[]
}

/** Returns the blocks; `undefined` when they were not requested or were deleted. */
export async function findPageBlocks(
  ctx: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<PageBlocks[] | undefined> {
  return (await readJson(ctx, pagesPath(owner, jobId))) as PageBlocks[] | undefined
}

/** Returns the parts; `undefined` when they were deleted. */
export async function findSplit(
  ctx: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<SplitPages | undefined> {
  return (await readJson(ctx, splitPath(owner, jobId))) as SplitPages | undefined
}

/** Stores the values of a schema; a repeated job replaces them. */
export async function storeValues(
  { files }: ResultFilesDependencies,
  owner: ResultOwner,
  { jobId, values }: { readonly jobId: string; readonly values: ExtractedValues },
): Promise<void> {
  await files.write(valuesPath(owner, jobId), JSON.stringify(values))
}

/** Returns the values of a schema; `undefined` when they were deleted. */
export async function findValues(
  ctx: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<ExtractedValues | undefined> {
  return (await readJson(ctx, valuesPath(owner, jobId))) as ExtractedValues | undefined
}

/** Deletes the text, but not the positions of its lines. */
export async function deleteText(
  { files }: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<void> {
  await files.delete(textPath(owner, jobId))
}

export async function deleteResult(
  { files }: ResultFilesDependencies,
  owner: ResultOwner,
  jobId: string,
): Promise<void> {
  await files.delete(jobFolder(owner, jobId))
}

async function readJson({ files }: ResultFilesDependencies, path: string): Promise<unknown> {
  if (!(await files.stat(path))) return undefined
  return parseExactJson(new TextDecoder().decode(await files.readBytes(path)))
}
